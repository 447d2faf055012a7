// The command palette finds what the project has: traces, sessions, users, tools, models; by keyboard alone.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';

const FIND = '**/trpc/palette.find*';

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  return palette;
}

test.beforeEach(async ({ page }) => {
  await page.goto('/p/default/traces?range=all');
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(1)).toBeVisible();
});

test('a tool, a model and a trace are a few letters and Enter away', async ({ page }) => {
  let palette = await openPalette(page);
  await page.keyboard.type('update_ord');
  const tool = palette.getByRole('group', { name: 'Tools' }).getByRole('option', { name: /update_order/ });
  await expect(tool).toBeVisible();
  await expectAccessible(page);
  await tool.click();
  await expect(page).toHaveURL(/q=tool%3Aupdate_order/);
  const first = page.getByRole('grid', { name: 'Traces' }).getByRole('link').first();
  const path = (await first.getAttribute('href'))!;
  const id = /[\da-f]{32}/.exec(path)![0];

  palette = await openPalette(page);
  await page.keyboard.type(id.slice(0, 10));
  await expect(palette.getByRole('group', { name: 'Traces' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/traces/${id}`));
});

test('what the page can do comes before pages, settings, and what the project has', async ({ page }) => {
  const palette = await openPalette(page);
  await page.keyboard.type('re');
  await expect(palette.getByRole('group', { name: 'Traces' })).toBeVisible();
  const headings = await palette.locator('[cmdk-group-heading]').allTextContents();
  expect(headings[0]).toBe('On this page');
  expect(headings.indexOf('Traces')).toBeGreaterThan(headings.indexOf('Go to'));
  expect(headings.at(-1)).toBe('Search');
});

test('it says when it searches, finds nothing, or fails, and its commands work all the while', async ({ page }) => {
  const palette = await openPalette(page);
  const status = palette.getByRole('status');
  let fail = true;
  await page.route(FIND, (route) => (fail ? route.abort() : route.continue()));
  await page.keyboard.type('xylophone');
  await expect(palette.getByRole('alert')).toContainText('The project could not be searched.');
  await expectAccessible(page);
  fail = false;
  await palette.getByRole('button', { name: 'Retry' }).click();
  await expect(status).toHaveText('Nothing in this project has that name or text.');
  await expect(palette.getByRole('option', { name: 'Traces with “xylophone”' })).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.unroute(FIND);
  await page.route(FIND, (route) => held.then(() => route.continue()));
  await palette.getByRole('combobox').fill('pric');
  await expect(status).toHaveText('Searching…');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/prices$/);
  release();
});

test('another project stays unseen', async ({ page, own }) => {
  const { path, ingestUrl, ingestKey } = own;
  const trace = 'fade'.padEnd(32, '7');
  expect(await send(thoughtOf('Why the armadillo?', 'feed_armadillo', trace), { ingestUrl, key: ingestKey })).toBe(200);
  let palette = await openPalette(page);
  for (const words of ['armadillo', 'fade7777']) {
    await palette.getByRole('combobox').fill(words);
    await expect(palette.getByRole('status')).toHaveText('Nothing in this project has that name or text.');
  }
  await page.goto(`${path}/traces`);
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(1)).toBeVisible();
  palette = await openPalette(page);
  await page.keyboard.type('armadillo');
  await expect(palette.getByRole('group', { name: 'Tools' })).toContainText('feed_armadillo');
  await palette.getByRole('combobox').fill('fade7777');
  await expect(palette.getByRole('group', { name: 'Traces' }).getByRole('option')).toHaveCount(1);
});
