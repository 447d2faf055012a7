// What an engineer asks of a finding: which runs have it, in which call, and what shows it. Without a mouse.
import { expect, expectAccessible, test } from './fixtures.ts';
import { FAULTY_RUN, SOUND_RUN, storeOrderRun } from './order-run.ts';

/** A trace is checked some ten seconds after its last span. */
const CHECKED = { timeout: 60_000 };

test('an invented order is found by the filter, and its step says what the model had', async ({ page, own }) => {
  const faulty = await storeOrderRun(own, FAULTY_RUN);
  await storeOrderRun(own, SOUND_RUN);
  await page.goto(`${own.path}/traces?range=24h&q=check:invented-identifier`);
  const rows = page.getByRole('grid', { name: 'Traces' }).locator('[data-trace]');
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(1, { timeout: 1000 });
  }).toPass(CHECKED);
  await expect(rows).toHaveAttribute('data-trace', faulty);

  await page.goto(`${own.path}/traces/${faulty}?step=2`);
  const panel = page.getByRole('region', { name: 'Checks of the step' });
  await expect(panel.locator('[data-check=invented-identifier]')).toContainText('order_id');
  await expect(panel.locator('[data-check=other-value]')).toContainText('named value: ord_81f2c9');
  await expect(panel.locator('[data-check=other-value] mark')).toContainText('ord_81f2c9');
  await expect(page.getByRole('group', { name: 'Where the arguments came from' })).toContainText(
    'invented identifier: nowhere',
  );
  await expectAccessible(page);
});

test('a value leads to the place where the model saw it', async ({ page, own }) => {
  const sound = await storeOrderRun(own, SOUND_RUN);
  await page.goto(`${own.path}/traces/${sound}?step=2`);
  const origins = page.getByRole('group', { name: 'Where the arguments came from' });
  await expect(origins).toContainText('from the result of a tool', CHECKED);
  const link = origins.getByRole('button').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=got/);
  await expect(page.getByRole('tabpanel', { name: 'Result' })).toContainText('ord_81f2c9');
});

test('the costs have a row for each check with findings, which leads to its runs', async ({ page, own }) => {
  const faulty = await storeOrderRun(own, FAULTY_RUN);
  const row = page.getByRole('row', { name: /^repeated/ });
  await expect(async () => {
    await page.goto(`${own.path}/costs?range=24h`);
    await expect(row).toBeVisible({ timeout: 3000 });
  }).toPass(CHECKED);
  await row.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/check%3Arepeated|check:repeated/);
  await expect(page.locator(`[data-trace="${faulty}"]`)).toBeVisible();
});
