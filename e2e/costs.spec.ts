// What hidden thinking costs: by day, by every cut, before each tool; from each number to the traces behind it, from a
// thought to its step.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test, whenInteractive } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

test('the costs of the examples are shown, and a model leads to its traces', async ({ page }) => {
  await page.goto('/p/default/costs');
  await expect(page.getByRole('heading', { name: 'Spend by day' })).toBeVisible();
  await expect(page.getByRole('application').locator('.recharts-bar-rectangle').first()).toBeVisible();
  await page.getByText(/without a known cost$/).click();
  await expect(page.getByText(/has no price: .* \(mistral-large-4 of \w+\)/)).toBeVisible();

  const models = page.getByRole('region', { name: 'Spend by model, table' });
  await models.getByRole('link', { name: 'gpt-5.2', exact: true }).click();
  await expect(page).toHaveURL(/\/traces\?q=model%3Agpt-5\.2/);
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row')).toHaveCount(2);
});

test('a tool leads to its traces, too', async ({ page }) => {
  await page.goto('/p/default/costs');
  const tools = page.getByRole('region', { name: 'Thinking before each tool, table' });
  await tools.getByRole('link', { name: 'update_order' }).click();
  await expect(
    page.getByRole('grid', { name: 'Traces' }).getByRole('link', { name: /^The neighbour had it/ }),
  ).toBeVisible();
});

test('group, unit, tables and filter are in the URL', async ({ page }) => {
  await page.goto('/p/default/costs');
  const tokens = page.getByRole('radio', { name: 'tokens' });
  await whenInteractive(tokens);
  await tokens.check();
  await expect(page).toHaveURL(/[?&]unit=tokens/);
  await expect(page.getByRole('term').filter({ hasText: 'Tokens' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tables' }).check();
  await expect(page).toHaveURL(/[?&]tables=1/);
  await page.getByRole('combobox', { name: 'Cut by' }).selectOption('session');
  await expect(page.getByRole('region', { name: 'Tokens by session, table' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Filter costs' }).fill('model:gpt-5.2');
  await expect(page).toHaveURL(/[?&]q=model(:|%3A)gpt-5\.2/);
  await expect(page.getByRole('region', { name: 'Coverage by model, table' }).getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Tables' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Tokens by session, table' })).toBeVisible();
  await expect(page.getByRole('application')).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Filter costs' }).fill('model:nobody');
  await page.getByRole('button', { name: 'Remove the filter' }).click();
  await expect(page.getByRole('region', { name: 'Tokens by session, table' })).toBeVisible();
});

test('the most expensive thought opens at its step, and the arrow keys open the traces of a day', async ({ page }) => {
  await page.goto('/p/default/costs');
  const thoughts = page.getByRole('region', { name: 'Most expensive thoughts, table' });
  const first = thoughts.getByRole('rowheader').first().getByRole('link');
  await expect(first).toHaveAttribute('href', /\/traces\/[\da-f]{32}\?step=\d+/);
  await first.click();
  await expect(page).toHaveURL(/[?&]step=\d+/);
  await expect(page.getByRole('treegrid')).toBeVisible();

  await page.goto('/p/default/costs');
  const days = page.getByRole('region', { name: 'Spend by day' }).getByRole('application');
  await days.focus();
  await days.press('ArrowRight');
  const spend = page.getByRole('region', { name: 'Spend by day' });
  await expect(spend.getByRole('term').filter({ hasText: 'total' })).toBeVisible();
  await days.press('Enter');
  await expect(page).toHaveURL(/\/traces\?range=\d{4}-/);
});

test('a custom time range is chosen as in the lists', async ({ page }) => {
  await page.goto('/p/default/costs?range=2020-01-01T00:00Z..2020-02-01T00:00Z');
  await expect(page.getByRole('heading', { name: 'No model calls in this range' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Range' }).selectOption('From … to …');
  const dialog = page.getByRole('dialog', { name: 'From … to …' });
  await expect(dialog).toContainText('Costs in this time');
  await dialog.getByLabel('To').fill('2099-01-01T00:00');
  await dialog.getByLabel('From').fill('2098-12-01T00:00');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/range=2098-/);
});

test('the current table is saved as CSV', async ({ page }) => {
  await page.goto('/p/default/costs?by=model');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('costs-by-model.csv');
});

test('a panel that fails shows the error in its place, and can be retried', async ({ page }) => {
  // With a new minute every panel asks by itself, and there is nothing left to press.
  await page.clock.setFixedTime(new Date());
  await page.route(/costs\.retries/, (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.goto('/p/default/costs');
  const retries = page.getByRole('region', { name: 'Retries after unreadable thoughts' });
  await expect(retries.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Spend by model, table' })).toBeVisible();
  await page.unroute(/costs\.retries/);
  await retries.getByRole('button', { name: 'Retry' }).click();
  await expect(retries.getByText(/unreadable thoughts? with a price/)).toBeVisible();
});

test('unknown values in the URL fall back with a message', async ({ page }) => {
  await page.goto('/p/default/costs?range=yesterday&by=colour&unit=usd');
  await expect(page.getByText(/^“yesterday” is not a time range.* “colour” is not a way to group costs/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Range' })).toHaveValue('7d');
  await expect(page.getByRole('region', { name: 'Spend by model, table' })).toBeVisible();
});

test('charts and tables are accessible', async ({ page }) => {
  for (const tables of ['', '?tables=1&by=tool']) {
    await page.goto(`/p/default/costs${tables}`);
    await expect(page.getByRole('region', { name: 'Coverage by model, table' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Most expensive thoughts, table' })).toBeVisible();
    if (!tables) await expect(page.getByRole('application').locator('.recharts-bar-rectangle').first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('on a narrow screen nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/p/default/costs');
  await expect(page.getByRole('region', { name: 'Coverage by model, table' })).toBeVisible();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

/** The receipt of a model call of Anthropic's. */
async function receiptOf(page: Page, own: OwnProject, usage: Record<string, number>): Promise<Locator> {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'claude-sonnet-4-5',
    'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"It is done."}]}]',
    ...usage,
  };
  const { traceId, body } = traceOf({ name: 'chat claude-sonnet-4-5', attributes });
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}?step=1&tab=paid`);
  return page.getByRole('tabpanel', { name: 'Cost' });
}

test('a receipt says why a long prompt has higher rates', async ({ page, own }) => {
  const receipt = await receiptOf(page, own, {
    'gen_ai.usage.input_tokens': 300_000,
    'gen_ai.usage.output_tokens': 20,
  });
  await expect(receipt.getByRole('row', { name: /^fresh input/ })).toContainText('300,000× $6.00/M$1.80');
  await expect(receipt).toContainText('Higher rates, because the prompt has more than 200,000 tokens');
});

test('a 1-hour cache write has a line on the receipt, and a rate in an own price', async ({ page, own }) => {
  const receipt = await receiptOf(page, own, {
    'gen_ai.usage.input_tokens': 10_000,
    'gen_ai.usage.cache_read.input_tokens': 500,
    'gen_ai.usage.cache_write.input_tokens': 8_500,
    'anthropic.usage.cache_creation.ephemeral_1h_input_tokens': 6_000,
    'gen_ai.usage.output_tokens': 20,
  });
  const row = (name: string) => receipt.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('cache write, 5 minutes')).toContainText('2,500× $3.75/M$0.009375');
  await expect(row('cache write, 1 hour')).toContainText('6,000× $6.00/M$0.036000');
  await expect(row('total')).toContainText('$0.048825');
  await expectAccessible(page);

  await page.goto(`${own.path}/settings/prices`);
  await page.getByRole('button', { name: 'Set a price for claude-sonnet-4-5' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price of claude-sonnet-4-5' });
  await expect(dialog.getByLabel('1-hour cache write')).toHaveValue('6');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save price' }).click();
  await page.getByRole('button', { name: 'New calls only' }).click();
  await page.getByRole('button', { name: 'Own prices of claude-sonnet-4-5' }).click();
  const given = page.getByRole('region', { name: 'Own prices, table' });
  await expect(given.getByRole('columnheader', { name: '1-hour write' })).toBeVisible();
  expect(await given.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
