// How long model calls and tools take: percentiles by day, model, agent and tool; where the time of a step went; the
// scale, the lanes and the critical path of a trace.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

/** A trace of the examples, because other tests send traces without prices. */
async function openPriced(page: Page): Promise<void> {
  await page.goto('/p/default/traces');
  const traces = page.getByRole('grid', { name: 'Traces' });
  await traces.getByRole('link', { name: /^Please review pull request 214/ }).click();
}

test('Costs leads to the latency of models, agents and tools, and a row to its days', async ({ page }) => {
  await page.goto('/p/default/costs?range=7d');
  await page.getByRole('navigation', { name: 'Views of costs' }).getByRole('link', { name: 'Latency' }).click();
  await expect(page).toHaveURL(/\/costs\/latency\?range=7d/);
  await expect(page.getByRole('heading', { name: 'All model calls by day' })).toBeVisible();
  await expect(page.getByRole('application').locator('.recharts-bar-rectangle').first()).toBeVisible();

  const models = page.getByRole('region', { name: 'Latency by model, table' });
  const row = models.getByRole('row').filter({ has: page.getByRole('link', { name: 'gpt-5.2', exact: true }) });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^≈ about [\d.]+ m?s$/);
  await row.getByRole('button', { name: 'Days of gpt-5.2' }).click();
  await expect(page.getByRole('heading', { name: 'gpt-5.2 by day' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]of=gpt-5\.2/);
  await expect(page.getByRole('region', { name: 'Latency by tool, table' }).getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('list').filter({ hasText: /^p50p95$/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'Tables' }).check();
  await expect(page.getByRole('region', { name: 'Latency by day, table' }).getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('application')).toHaveCount(0);
  await models.getByRole('link', { name: 'gpt-5.2', exact: true }).click();
  await expect(page).toHaveURL(/\/traces\?q=model%3Agpt-5\.2&range=7d/);
});

test('a row of the latency leads to its slow traces, the slowest first', async ({ page }) => {
  await page.goto('/p/default/costs/latency?range=7d');
  await page.getByRole('link', { name: 'Slow traces with gpt-5.2', exact: true }).click();
  await expect(page).toHaveURL(/\/traces\?q=model%3Agpt-5\.2\+duration%3A%3E%3D[\d.]+s&range=7d&sort=duration$/);
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('link').first()).toBeVisible();
});

test('the Why timeline by time has the scale, the lanes and the critical path, also on a phone', async ({ page }) => {
  await page.goto('/p/default/traces');
  await page.getByRole('grid', { name: 'Traces' }).getByRole('link').first().click();
  const timeline = page.getByRole('treegrid', { name: 'Why timeline' });
  await expect(timeline.getByRole('row').nth(1)).toBeVisible();
  await expect(timeline.getByRole('row', { name: /On the critical path/ })).toHaveCount(0);
  await page.keyboard.press('o');
  await expect(timeline.getByRole('row', { name: /On the critical path\.$/ }).first()).toBeVisible();
  await expect(timeline.locator('[data-tick]').nth(1)).toHaveText(/^[\d.]+ m?s$/);
  await expect(timeline.getByTitle('Model calls').locator('[data-kind]').first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(timeline.getByText('critical path')).toBeVisible();
  await expectAccessible(page);
});

test('the cost of a step says where its time went', async ({ page }) => {
  await openPriced(page);
  await page.getByRole('treegrid').getByRole('row').nth(1).click();
  await page.getByRole('tab', { name: 'Cost' }).click();
  const times = page.getByRole('table').filter({ hasText: 'to the first token' });
  await expect(times.getByRole('row', { name: /^model call [\d.]+ m?s/ })).toBeVisible();
  await expect(times.getByRole('row', { name: /^thinking/ })).toBeVisible();
});

test('spans have tokens, cost, a scale, lanes and the critical path', async ({ page }) => {
  await openPriced(page);
  await expect(page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('2');
  const spans = page.getByRole('treegrid', { name: 'Spans' });
  await expect(spans.getByRole('columnheader', { name: /^When, of [\d.]+ m?s/ })).toBeVisible();
  await expect(spans.getByRole('row', { name: /on the critical path/ }).first()).toBeVisible();
  await expect(spans.getByRole('row', { name: /^model call .*\$/ }).first()).toBeVisible();
  await expectAccessible(page);
});
