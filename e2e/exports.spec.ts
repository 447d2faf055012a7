// Exports by the server, by keyboard: a folder and a bucket as targets, a test, an export, every hour, and a download.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, tabTo, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Exports', exact: true });
const targets = (page: Page) => page.getByRole('region', { name: 'Targets of exports, table' });
const runs = (page: Page) => page.getByRole('region', { name: 'Exports, table', exact: true });

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name }));
  await page.keyboard.press('Enter');
}

async function addTarget(page: Page, place: 'A bucket of S3' | 'A folder of the server', texts: readonly string[]) {
  await press(page, 'Add a target…');
  const dialog = page.getByRole('dialog', { name: 'Add a target' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(texts[0]!);
  await page.keyboard.press('Tab');
  await page.keyboard.type(place);
  for (const text of texts.slice(1)) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    if (text !== '') await page.keyboard.type(text);
  }
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function choose(page: Page, target: string, item: string): Promise<void> {
  await press(page, `More about ${target}`);
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.type(item.slice(0, 3));
  await expect(page.getByRole('menuitem', { name: item })).toBeFocused();
  await page.keyboard.press('Enter');
}

async function filesBelow(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

test('a project is exported to a folder of the server, once and every hour, by keyboard', async ({
  page,
  own,
  system,
}) => {
  const body = thoughtOf('Now look.', 'look', 'a'.repeat(32));
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/settings/data`);
  await expect(section(page)).toContainText('There is no target.');
  await addTarget(page, 'A folder of the server', ['Warehouse', 'warehouse']);
  await expect(targets(page)).toContainText('Folder warehouse on the server');

  await choose(page, 'Warehouse', 'Test the target');
  await expect(runs(page)).toContainText('Wrote, read and removed a small file');

  await press(page, 'Export now to Warehouse');
  await expect(page.getByRole('dialog', { name: 'Export to Warehouse' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Start the export');
  await expect(runs(page).getByRole('row', { name: /^Everything to Warehouse/ })).toContainText(
    /Done.*1 trace, 1 span/,
  );

  await choose(page, 'Warehouse', 'Export every hour');
  await expect(targets(page).getByRole('row', { name: /^Warehouse/ })).toContainText('Next');
  await expect(runs(page).getByRole('row', { name: /^Changes to Warehouse/ })).toContainText(/Done.*Every hour/);
  await choose(page, 'Warehouse', 'Stop exporting every hour');
  await expect(targets(page).getByRole('row', { name: /^Warehouse/ })).toContainText('No');
  await expectAccessible(page);

  const mine = (await filesBelow(system.exports)).filter((file) => file.includes('/warehouse/'));
  expect(mine.filter((file) => file.endsWith('manifest.json'))).toHaveLength(2);
  const traces = await Promise.all(
    mine.filter((file) => file.includes('/traces/')).map((file) => readFile(file, 'utf8')),
  );
  expect(traces.join('')).toContain('a'.repeat(32));

  const download = page.waitForEvent('download');
  await tabTo(page, page.getByRole('link', { name: 'Download JSONL' }));
  await page.keyboard.press('Enter');
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ stored: { traces: 1, spans: 1 }, next: null });

  await choose(page, 'Warehouse', 'Remove…');
  await press(page, 'Remove the target');
  await expect(section(page)).toContainText('There is no target.');
  await expect(runs(page)).toContainText('Everything to Warehouse');
});

test('a bucket that cannot be reached says why, and its secret is never shown again', async ({ page, own }) => {
  await page.goto(`${own.path}/settings/data`);
  const secret = 'the-secret-of-the-bucket';
  await addTarget(page, 'A bucket of S3', [
    ...['Lake', 'exports', 'subtext', 'eu-central-1', 'http://10.1.2.3:9000', 'AKIA123', secret],
  ]);
  await expect(targets(page)).toContainText('s3://exports/subtext at 10.1.2.3:9000');
  await choose(page, 'Lake', 'Test the target');
  await expect(runs(page).getByRole('row', { name: /^Test of Lake/ })).toContainText(
    /Failed: .*SUBTEXT_OUTBOUND_ALLOW/,
  );
  await page.reload();
  await expect(targets(page)).toContainText('Lake');
  expect(await page.content()).not.toContain(secret);
  await page.goto(`${own.path}/settings/audit`);
  await expect(page.getByRole('row', { name: /Added a target of exports/ })).toContainText('Lake');
  expect(await page.content()).not.toContain(secret);
});
