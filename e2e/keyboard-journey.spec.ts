// The whole of it without a mouse: the costly trace, why a step called its tool, the receipt, its hidden share, and a
// good run beside it.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, tabTo, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';

const traces = (page: Page) => page.getByRole('grid', { name: 'Traces' });
const selectedStep = (page: Page) =>
  page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row', { selected: true });

async function findTheCostlyTrace(page: Page): Promise<void> {
  await page.goto('/p/default/traces');
  await expect(traces(page).getByRole('row').nth(10), 'the ten traces of the examples').toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('hidden:>80%');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]q=hidden/);
  await tabTo(page, traces(page).getByRole('button', { name: 'Cost' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]sort=cost/);
  await expect(traces(page).getByRole('row')).toHaveCount(2);
  await page.keyboard.press('j');
  const costly = traces(page).getByRole('row', { name: /^Revenue was down on Tuesday/ });
  await expect(costly).toBeFocused();
  await expect(costly).toHaveAccessibleName(/gpt-5\.2, \d+ steps, \$0\.\d+, 9\d % hidden/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Revenue was down');
}

/** The panel of the next step of whose thinking most is hidden. */
async function askWhy(page: Page) {
  await page.keyboard.press('h');
  await expect(selectedStep(page)).toHaveAccessibleName(/^Step \d+, .*hidden/);
  const [, number] = /^Step (\d+)/.exec((await selectedStep(page).getAttribute('aria-label')) ?? '') ?? [];
  const panel = page.getByRole('complementary', { name: `Step ${number}` });
  await expect(panel.getByRole('tab', { name: 'Why', selected: true })).toBeVisible();
  await expect(panel).toContainText(/Cost \$0\.\d+, \d+ % of it hidden/);
  return panel;
}

test('from the costly trace to the hidden share of a step and to a good run, by keyboard alone', async ({ page }) => {
  await findTheCostlyTrace(page);
  const panel = await askWhy(page);
  await tabTo(page, panel.getByRole('tab', { name: 'Why' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const receipt = panel.getByRole('table');
  await expect(receipt.getByRole('row', { name: /^thinking, no text/ })).toContainText(/× \$14\.00\/M\$0\.\d+/);
  await expect(receipt.getByRole('row', { name: /^total · hidden \d+ %/ })).toContainText(/\$0\.\d+/);
  await expect(panel.getByText(/^Prices of \d{4}-\d{2}-\d{2}/)).toBeVisible();

  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Choose trace B' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('Bergen');
  await tabTo(page, page.getByRole('button', { name: /^Two of us want a weekend in Bergen/ }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]b=[0-9a-f]{32}/);
  await expect(page.getByText(/^(?:At|Same first .*; at) step \d+/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/hidden/);
  await page.keyboard.press('n');
  await expect(page.locator('[aria-current=step]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page, 'the step in its own trace').toHaveURL(/\/traces\/[0-9a-f]{32}\?step=/);

  const opened = page.getByRole('complementary', { name: /^Step \d+/ });
  await expect(opened).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(traces(page)).toBeVisible();
});

test('errors, hidden thoughts, the axis, the views, the end and a link of a trace each have their key', async ({
  page,
}) => {
  await page.goto('/p/default/traces');
  await page.getByRole('link', { name: /^The neighbour had it, thanks/ }).click();
  const timeline = page.getByRole('treegrid', { name: 'Why timeline' });
  const at = (step: number) =>
    expect(timeline.getByRole('row', { selected: true })).toHaveAccessibleName(new RegExp(`^Step ${step},`));
  const press = (key: string) => page.keyboard.press(key);
  await press('Home');
  await at(1);
  await press('e');
  await at(4);
  await press('h');
  await at(6);
  await press('Shift+E');
  await at(4);
  await press('h');
  await at(6);
  await press('Shift+H');
  await at(4);
  await press('o');
  await expect(page.getByRole('radio', { name: 'time', exact: true })).toBeChecked();
  await press('o');
  await expect(page.getByRole('radio', { name: 'order', exact: true })).toBeChecked();
  for (const [key, view] of Object.entries({ '2': 'spans', '3': 'messages', '4': 'raw' })) {
    await press(key);
    await expect(page).toHaveURL(new RegExp(`view=${view}`));
  }
  await press('1');
  await expect(page).not.toHaveURL(/view=/);
  await at(4);
  await press('y');
  await expect(page.getByText(/copied/i).first()).toBeVisible();
  await press('Shift+L');
  await at(8);
});

test('r leads to the thought that a step shares, and R back from it', async ({ page, own }) => {
  const traceId = randomBytes(16).toString('hex');
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  expect(await send(thoughtOf('Weigh both orders', 'get_stock', traceId), to)).toBe(200);
  const later = thoughtOf('', 'get_price', traceId);
  const [span] = later.resourceSpans[0]!.scopeSpans[0]!.spans;
  const parts = [{ type: 'tool_call', id: 'get_price', name: 'get_price', arguments: {} }];
  span!.attributes = [
    ...span!.attributes.filter(({ key }) => key !== 'gen_ai.output.messages'),
    { key: 'gen_ai.output.messages', value: { stringValue: JSON.stringify([{ role: 'assistant', parts }]) } },
    { key: 'subtext.reasoning_ref', value: { stringValue: 'get_stock' } },
  ];
  expect(await send(later, to)).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}?step=2`);
  await expect(selectedStep(page)).toHaveAccessibleName(/^Step 2, .*get_price/);
  await page.keyboard.press('r');
  await expect(selectedStep(page)).toHaveAccessibleName(/^Step 1, .*get_stock/);
  await page.keyboard.press('Shift+R');
  await expect(selectedStep(page)).toHaveAccessibleName(/^Step 2,/);
});
