// Deleting traces: from the page of one and from the list, for good, also out of the costs.
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

const rows = (page: Page) => page.getByRole('grid', { name: 'Traces' }).locator('[data-trace]');
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Delete/ });

/** Each of one response that asked for a tool. */
async function store({ ingestUrl, ingestKey: key }: OwnProject, tools: readonly string[]): Promise<string[]> {
  const traces = tools.map(() => randomBytes(16).toString('hex'));
  for (const [index, tool] of tools.entries())
    expect(await send(thoughtOf(`Now ${tool}.`, tool, traces[index]!), { ingestUrl, key })).toBe(200);
  return traces;
}

test('a trace is deleted from its own page after a confirmation', async ({ page, own }) => {
  const [trace] = await store(own, ['get_order', 'get_weather']);
  await page.goto(`${own.path}/traces?range=all`);
  await page.goto(`${own.path}/traces/${trace}`);
  await page.getByRole('button', { name: 'Download or delete the trace' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('treegrid', { name: 'Why timeline' })).toBeVisible();

  await page.getByRole('button', { name: 'Download or delete the trace' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 trace deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/traces(\?|$)/);
  await expect(rows(page)).toHaveCount(1);

  await page.goto(`${own.path}/traces/${trace}`);
  await expect(page.getByText('There is no such trace in this project')).toBeVisible();
});

test('selected traces are deleted together with their costs', async ({ page, own }) => {
  await store(own, ['get_order', 'get_weather', 'search_docs']);
  await page.goto(`${own.path}/traces?range=all`);
  await expect(rows(page)).toHaveCount(3);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('region', { name: 'Selected traces' });
  await bar.getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete these 2 traces?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 traces deleted.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(bar).toBeHidden();

  await page.goto(`${own.path}/costs?range=all`);
  await expect(
    page.getByText('get_order').or(page.getByText('get_weather')).or(page.getByText('search_docs')),
  ).toHaveCount(1);
});

test('requests that were sent before a deletion do not bring deleted traces back', async ({ page, own }) => {
  await store(own, ['get_order']);
  await page.goto(`${own.path}/traces?range=all`);
  await expect(rows(page)).toHaveCount(1);
  await store(own, ['get_weather']);
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rows(page)).toHaveCount(2);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('region', { name: 'Selected traces' }).getByRole('button', { name: 'Delete…' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 traces deleted.')).toBeVisible();
  // Rows that came back would have this one wait above them.
  await store(own, ['search_docs']);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('search_docs');
});

test('a deletion that fails shows where it stopped, and continues from there', async ({ page, own }) => {
  await store(own, ['get_order', 'get_weather']);
  await page.goto(`${own.path}/traces?range=all`);
  await expect(rows(page)).toHaveCount(2);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  let asked = 0;
  await page.route('**/traces.delete**', (route) => (++asked === 2 ? route.abort() : route.continue()));
  await page.getByRole('region', { name: 'Selected traces' }).getByRole('button', { name: 'Delete…' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog(page)).toContainText('1 of 2 deleted');
  await expect(dialog(page)).toContainText('Deleting stopped.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('2 traces deleted.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});
