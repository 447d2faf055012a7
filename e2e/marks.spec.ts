// Tags and bookmarks: of selected traces from the list, and of one trace from its head.
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test, whenInteractive } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

const rows = (page: Page) => page.getByRole('grid', { name: 'Traces' }).locator('[data-trace]');
const bar = (page: Page) => page.getByRole('region', { name: 'Selected traces' });
const facts = (page: Page) => page.getByRole('list', { name: 'About this trace' });

async function store({ ingestUrl, ingestKey: key }: OwnProject, tools: readonly string[]): Promise<string[]> {
  const traces = tools.map(() => randomBytes(16).toString('hex'));
  for (const [index, tool] of tools.entries())
    expect(await send(thoughtOf(`Now ${tool}.`, tool, traces[index]!), { ingestUrl, key })).toBe(200);
  return traces;
}

test('selected traces get a tag and a bookmark, by which the list then filters', async ({ page, own }) => {
  await store(own, ['get_order', 'get_weather', 'search_docs']);
  await page.goto(`${own.path}/traces?range=all&cols=asked,tags,cost`);
  await expect(rows(page)).toHaveCount(3);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await bar(page).getByRole('button', { name: 'Tags…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 traces' });
  await expect(dialog.getByRole('textbox', { name: 'Add tags' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('checked, by ada');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rows(page).filter({ hasText: 'by ada, checked' })).toHaveCount(2);
  await bar(page).getByRole('button', { name: 'Bookmark', exact: true }).press('Enter');
  await expect(rows(page).getByRole('img', { name: 'Bookmarked' })).toHaveCount(2);
  await expect(bar(page).getByRole('button', { name: 'Remove bookmark' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${own.path}/traces?range=all&q=tag:checked%20has:bookmark`);
  await expect(rows(page)).toHaveCount(2);
});

test('selected traces are exported as one file', async ({ page, own }) => {
  const traces = await store(own, ['get_order', 'get_weather']);
  await page.goto(`${own.path}/traces?range=all`);
  await expect(rows(page)).toHaveCount(2);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const download = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('traces-2.json');
  const saved = JSON.parse(await readFile(await file.path(), 'utf8')) as { trace: { id: string } }[];
  expect(saved.map(({ trace }) => trace.id).sort()).toEqual(traces.toSorted());
});

test('tags and the bookmark of a trace are edited in its head', async ({ page, own }) => {
  const [trace] = await store(own, ['get_order']);
  await page.goto(`${own.path}/traces/${trace}`);
  await whenInteractive(page.getByRole('button', { name: 'Bookmark' }));
  await page.getByRole('button', { name: 'Bookmark' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Edit tags' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Add tags' })).toBeFocused();
  await page.keyboard.type('checked');
  await page.keyboard.press('Enter');
  await expect(facts(page).getByRole('link', { name: 'checked' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await whenInteractive(page.getByRole('button', { name: 'Edit tags' }));
  await page.getByRole('button', { name: 'Edit tags' }).press('Enter');
  await page.getByRole('checkbox', { name: 'checked' }).press('Space');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(facts(page).getByRole('link', { name: 'checked' })).toBeHidden();
});
