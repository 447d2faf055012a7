// Runs by their scores: the filter, the columns, the comparison and the cost of a good run, by keyboard.
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, test, whenInteractive } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

type Value = { doubleValue: number } | { stringValue: string } | { boolValue: boolean };

const event = (name: string, key: string, value: Value) => ({
  name: 'gen_ai.evaluation.result',
  timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
  attributes: [
    { key: 'gen_ai.evaluation.name', value: { stringValue: name } },
    { key, value },
  ],
});
const quality = (number: number) => event('quality', 'gen_ai.evaluation.score.value', { doubleValue: number });
const helpful = (up: boolean) => event('helpful', 'subtext.score.thumbs', { boolValue: up });

async function store({ ingestUrl, ingestKey: key }: OwnProject, events: object[]): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const body = thoughtOf('Now get_order.', 'get_order', traceId);
  Object.assign(body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!, { events });
  expect(await send(body, { ingestUrl, key })).toBe(200);
  return traceId;
}

const rows = (page: Page) => page.getByRole('grid', { name: 'Traces' }).locator('[data-trace]');

test('runs are found by a score, which the filter completes, and shown in a column of its own', async ({
  page,
  own,
}) => {
  const good = await store(own, [quality(0.9), helpful(true)]);
  const bad = await store(own, [quality(0.25), helpful(false)]);
  const plain = await store(own, []);
  await page.goto(`${own.path}/traces?range=24h`);
  await expect(rows(page)).toHaveCount(3);
  const filter = page.getByRole('combobox', { name: 'Filter traces' });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await whenInteractive(filter);
  // The list that completes loads on the first use of the filter, and opens for a click that came before it.
  await filter.click();
  await expect(options.first()).toBeVisible();
  await page.keyboard.type('score:');
  await expect(options).toHaveText(['helpful2', 'quality2']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue('score:helpful=');
  await expect(options).toHaveText(['=down1', '=up1']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue('score:helpful=down ');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute('data-trace', bad);

  await filter.fill('-has:score');
  await expect(rows(page)).toHaveAttribute('data-trace', plain);
  await filter.fill('score:quality>=0.5');
  await expect(rows(page)).toHaveAttribute('data-trace', good);
  await filter.fill('');
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Score quality' }).press('Space');
  await page.getByRole('checkbox', { name: 'Scores', exact: true }).press('Space');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/cols=[^&]*score\.quality/);
  const cell = (trace: string, column: string) => page.locator(`[data-trace="${trace}"] [data-column="${column}"]`);
  await expect(cell(good, 'score.quality')).toHaveText('0.9');
  await expect(cell(plain, 'score.quality')).toHaveText('—not scored');
  await expect(cell(bad, 'scores')).toContainText('helpful down');
  await expectAccessible(page);
});

test('Compare shows how both runs were scored, and by how much they differ', async ({ page, own }) => {
  const a = await store(own, [quality(0.9), helpful(true)]);
  const b = await store(own, [quality(0.25)]);
  const c = await store(own, []);
  await page.goto(`${own.path}/compare?a=${a}&b=${b}`);
  const scores = page.getByRole('region', { name: 'Scores' });
  await expect(scores).toContainText('quality−0.650.9');
  await expect(scores).toContainText('helpful—up');
  await expect(scores).toContainText('not scored');
  await expectAccessible(page);
  await page.goto(`${own.path}/compare?runs=${[a, b, c].join(',')}`);
  const table = page.getByRole('region', { name: 'Runs' });
  await expect(table.getByRole('row').nth(2)).toContainText('quality −0.65');
  await expect(table.getByRole('row').nth(3)).toContainText('not scored');
});

test('Costs say what a good run costs, and what counts as good is chosen and stays in the URL', async ({
  page,
  own,
}) => {
  await store(own, [quality(0.9), helpful(true)]);
  await store(own, [quality(0.25), helpful(false)]);
  await store(own, []);
  await page.goto(`${own.path}/costs?range=24h`);
  const panel = page.getByRole('region', { name: 'Cost per good run' });
  const table = panel.getByRole('table');
  await expect(table.getByRole('rowheader')).toHaveText(['Thumbs up ✓ good', 'Thumbs down', 'Not scored', 'All']);
  await expect(panel).toContainText('1 of 2 scored runs is good');
  await expect(panel).toContainText('Good is: thumbs up.');
  await panel.getByRole('combobox', { name: 'Score' }).selectOption('quality');
  await expect(table.getByRole('rowheader')).toHaveText(['≥ 0.5 ✓ good', '< 0.5', 'Not scored', 'All']);
  await panel.getByRole('spinbutton', { name: 'Good from' }).fill('0.2');
  await expect(table.getByRole('rowheader')).toHaveText(['≥ 0.2 ✓ good', 'Not scored', 'All']);
  await expect(page).toHaveURL(/score=quality.*least=0\.2|least=0\.2.*score=quality/);
  await expectAccessible(page);
  await page.reload();
  await expect(panel).toContainText('2 of 2 scored runs are good');
  await table.getByRole('link', { name: 'Not scored' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Filter traces' })).toHaveValue('-score:quality');
});
