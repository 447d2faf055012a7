// Changing keyboard shortcuts: new keys, a conflict, single characters off, and defaults again, effective at once
// everywhere.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const change = (page: Page, command: string) =>
  page.getByRole('button', { name: `Change the keys of: ${command}` }).click();
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard commands' });
/** Opens the list of keys, as soon as the page answers any. */
const openHelp = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('?');
    await expect(help(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
const row = (page: Page, command: string) => page.getByRole('row', { name: command });

test.beforeEach(async ({ page }) => {
  await page.goto('/p/default/settings/keyboard');
  await openHelp(page);
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();
});

test('a command gets keys of another command only after the conflict is resolved, and then works', async ({ page }) => {
  await expectAccessible(page);
  await change(page, 'List of all keys');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Press the new keys').press('x');
  await expect(dialog.getByText('is taken:')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take it from there' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Select the row')).toContainText('switched off');

  await page.reload();
  await expect(row(page, 'List of all keys')).toContainText('changed');
  await page.keyboard.press('x');
  await expect(help(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'All back to default' }).click();
  await expect(row(page, 'Select the row')).not.toContainText('switched off');
  await page.keyboard.press('?');
  await expect(help(page)).toBeVisible();
});

test('two keys in a row work, and Escape and Tab keep their meaning', async ({ page }) => {
  await change(page, 'Go to costs');
  const box = page.getByLabel('Press the new keys');
  await box.press('Control+c');
  await expect(page.getByText('Those keys belong to the browser.')).toBeVisible();
  await box.press('v');
  await box.press('c');
  await expect(page.getByRole('checkbox', { name: 'v then c' })).toBeChecked();
  await box.press('Tab');
  await expect(box).not.toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('v');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/costs/);
});

test('single-character shortcuts are turned off together, and broken stored settings are ignored', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Single-character shortcuts' }).uncheck();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await expect(help(page)).toBeHidden();

  await page.evaluate(() =>
    localStorage.setItem('subtext.keys', '{"ways":{"help":["<b>"],"__proto__":1},"singleKeys":'),
  );
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Single-character shortcuts' })).toBeChecked();
  await openHelp(page);
});

test('labels show the current keys, and the palette has the commands of the current page', async ({ page }) => {
  await page.evaluate(() => localStorage.setItem('subtext.keys', '{"ways":{"help":["v"],"timeTravel":[]}}'));
  await page.goto('/p/default/traces');
  await expect(page.getByRole('button', { name: 'Keyboard commands (v)' })).toBeVisible();
  await page.getByRole('grid', { name: 'Traces' }).getByRole('link').first().click();
  await expect(page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'time travel' })).toHaveAttribute('title', 'The trace as of a step');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByText('On this page')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('find in the trace');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByLabel('Find in trace')).toBeFocused();

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pric');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/prices$/);
});

test('the list of keys has only those of the current screen', async ({ page }) => {
  const rows = () => help(page).getByRole('term').allTextContents();
  await page.goto('/p/default/traces?range=all');
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(1)).toBeVisible();
  await openHelp(page);
  expect(await rows()).toEqual(
    expect.arrayContaining(['Go to costs', 'Next row', 'In the list of traces: select the row or deselect it']),
  );
  expect(await rows()).not.toContain('Next error');
  await page.keyboard.press('Escape');
  await page.goto('/p/default/sessions?range=all');
  await expect(page.getByRole('grid', { name: 'Sessions' }).getByRole('row').nth(1)).toBeVisible();
  await openHelp(page);
  expect(await rows()).toContain('Next row');
  expect((await rows()).filter((words) => /select|peek/.test(words))).toEqual([]);
});
