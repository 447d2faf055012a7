// The other views of a trace: every span as a tree, and the transcript as a document.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

async function open(page: Page, title: RegExp): Promise<void> {
  await page.goto('/p/default/traces');
  await page.getByRole('grid', { name: 'Traces' }).getByRole('link', { name: title }).click();
  await expect(page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row').nth(1)).toBeVisible();
}

test('the spans are a tree that is walked by keyboard, and lead to their steps', async ({ page }) => {
  await open(page, /^The neighbour had it/);
  await page.keyboard.press('2');
  await expect(page).toHaveURL(/[?&]view=spans/);
  const spans = page.getByRole('treegrid', { name: 'Spans' });
  const root = spans.getByRole('row', { level: 1 });
  await expect(root).toHaveAccessibleName(/^agent invoke_agent/);
  await expect(spans.getByRole('row', { name: /^tool execute_tool update_order, .*failed, step 4\.$/ })).toBeVisible();

  await page.keyboard.press('Home');
  await expect(root).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(root).toHaveAttribute('aria-expanded', 'false');
  await expect(spans.getByRole('row', { level: 2 })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(spans.getByRole('row', { selected: true })).toHaveAccessibleName(/^model call .*, step 1\.$/);
  await expect(page.getByRole('complementary', { name: 'Step 1' })).toBeVisible();
  await expectAccessible(page);
});

test('the messages are headings and lists, with whole texts when opened', async ({ page }) => {
  await open(page, /^The neighbour had it/);
  await page.keyboard.press('3');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('heading', { level: 2, name: /^Step 1/ })).toBeVisible();
  await expect(messages.getByRole('article')).toHaveCount(8);
  const second = messages.getByRole('article', { name: /^Step 2/ });
  await expect(() => second.scrollIntoViewIfNeeded()).toPass();
  await expect(second).toContainText('There it is: the tent is revision B');
  await expect(second, 'what is beyond its beginning').toContainText('before I close this as a single case');
  await expectAccessible(page);
  await page.keyboard.press('1');
  await expect(page.getByRole('treegrid', { name: 'Why timeline' })).toBeVisible();
});
