// What changed between two releases, and where their runs part. Without a mouse.
import { expect, expectAccessible, tabTo, test, whenInteractive } from './fixtures.ts';
import { FAULTY_RUN, SOUND_RUN, storeOrderRun } from './order-run.ts';

test('a release that calls more is compared with the one before, and the first fork leads to Compare', async ({
  page,
  own,
}) => {
  for (let run = 0; run < 12; run += 1) await storeOrderRun(own, SOUND_RUN, { release: '1.4.1' });
  for (let run = 0; run < 12; run += 1) await storeOrderRun(own, FAULTY_RUN, { release: '1.4.2' });
  await page.goto(`${own.path}/releases?range=24h`);
  await expect(page.getByRole('row', { name: /^1\.4\.2/ })).toContainText('12');
  const changes = page.getByRole('list', { name: 'Clear changes' });
  await expect(changes).toContainText('Model calls per run: 2 → 4');
  await expect(changes).toContainText('find_orders is called more');
  await expectAccessible(page);

  const example = page.getByRole('region', { name: 'First forks, table' }).getByRole('link', { name: 'Example' });
  await tabTo(page, example);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare\?/);
  await expect(page.getByRole('main')).toContainText('refund_order');
});

test('the sides are chosen by keyboard and stay in the address; a project without releases says how to set one', async ({
  page,
  own,
}) => {
  await storeOrderRun(own, SOUND_RUN);
  await page.goto(`${own.path}/releases?range=24h`);
  await expect(page.getByRole('main')).toContainText('service.version');
  for (const release of ['1', '2', '3']) await storeOrderRun(own, SOUND_RUN, { release });
  await page.reload();
  const baseline = page.getByRole('radio', { name: 'Compare 1 as A' });
  await whenInteractive(baseline);
  await baseline.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/a=1/);
  await page.reload();
  await expect(baseline).toBeChecked();
  await expect(page.getByRole('region', { name: 'What changed', exact: true })).toContainText('A 1');
});
