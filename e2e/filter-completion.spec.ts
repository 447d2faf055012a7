// The filter completes keys and values with counts, by keyboard and by pointer, without losing the focus.
import { expect, expectAccessible, test } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/p/default/traces?range=all');
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(1)).toBeVisible();
});

test('a key and its value are chosen by keyboard, and the value runs at once', async ({ page }) => {
  const filter = page.getByRole('combobox', { name: 'Filter traces' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await expect(filter, 'in words, which nobody takes for a filter').toHaveAttribute('placeholder', /^Type words/);
  await page.keyboard.type('to');
  await expect(list.getByRole('option').first()).toHaveText(/^tool:/);
  await expect(filter).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  const key = list.getByRole('option', { selected: true });
  await expect(key).toHaveText(/^tool:/);
  await expect(filter).toHaveAttribute('aria-activedescendant', (await key.getAttribute('id'))!);
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue('tool:');

  await expect(list.getByRole('option').first()).toHaveText(/\d$/);
  await expectAccessible(page);
  await page.keyboard.type('upd');
  const update = list.getByRole('option', { name: /^update_order/ });
  await expect(update).toHaveText(/^update_order\d+$/);
  const traces = Number(/\d+$/.exec((await update.textContent())!)![0]);
  await expect(list.getByRole('option')).toHaveText([/^update_order/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue('tool:update_order ');
  await expect(list).toBeHidden();
  await expect(filter).toHaveAttribute('aria-expanded', 'false');
  await expect(page).toHaveURL(/q=tool:update_order|q=tool%3Aupdate_order/);
  await expect(page.getByRole('grid', { name: 'Traces' })).toHaveAttribute('aria-rowcount', String(traces + 1));
});

test('values are counted among the traces that the rest of the filter leaves', async ({ page }) => {
  const filter = page.getByRole('combobox', { name: 'Filter traces' });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await filter.click();
  await page.keyboard.type('status:error');
  await expect(page).toHaveURL(/status/);
  await page.keyboard.type(' model:');
  await expect(options.first()).toBeVisible();
  const some = await options.allTextContents();
  await filter.fill('');
  await page.keyboard.type('model:');
  await expect.poll(() => options.allTextContents()).not.toEqual(some);
  expect((await options.allTextContents()).length).toBeGreaterThanOrEqual(some.length);
});

test('Escape closes the list first, and Enter without a choice runs what was typed', async ({ page }) => {
  const filter = page.getByRole('combobox', { name: 'Filter traces' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await filter.click();
  await expect(list.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(filter).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeVisible();
  await page.keyboard.type('status:');
  await expect(list.getByRole('option', { name: /^error/ })).toBeVisible();
  await page.keyboard.type('err');
  await list.getByRole('option', { name: /^error/ }).click();
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue('status:error ');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('stat');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/q=stat(&|$)/);
});

test('where values cannot be counted, those of the language are offered', async ({ page }) => {
  await page.route('**/trpc/traces.facets*', (route) => route.abort());
  const filter = page.getByRole('combobox', { name: 'Filter traces' });
  await filter.click();
  await page.keyboard.type('status:');
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveText(['error', 'ok']);
});

test('a key of the metadata is followed by its values, with the number of traces of each', async ({ page, own }) => {
  const attributes = (metadata: Record<string, string>) => ({
    'gen_ai.operation.name': 'chat',
    ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`subtext.metadata.${key}`, value])),
  });
  const at = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  for (const customer of ['Acme Inc', 'Acme Inc', 'globex'])
    await send(traceOf({ name: 'chat', attributes: attributes({ customer, plan: 'pro' }) }).body, at);
  await page.goto(`${own.path}/traces?range=all`);
  const traces = page.getByRole('grid', { name: 'Traces' });
  await expect(traces).toHaveAttribute('aria-rowcount', '4');
  const filter = page.getByRole('combobox', { name: 'Filter traces' });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await filter.click();
  await page.keyboard.type('metada');
  await expect(options.first()).toHaveText(/^metadata\./);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue('metadata.');
  await expect(options).toHaveText(['customer3', 'plan3']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue('metadata.customer:');
  await expect(options).toHaveText(['Acme Inc2', 'globex1']);
  await expectAccessible(page);
  await page.keyboard.type('ac');
  await expect(options).toHaveText(['Acme Inc2']);
  await options.first().click();
  await expect(filter).toHaveValue('metadata.customer:"Acme Inc" ');
  await expect(traces).toHaveAttribute('aria-rowcount', '3');
});
