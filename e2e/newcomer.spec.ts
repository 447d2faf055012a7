// What somebody wants to know who read only the README, and how many clicks it takes.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Counts what the person clicks from now on, on all pages of the tab. */
async function clicksOf(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  const count = `addEventListener('pointerdown', (event) => event.isTrusted && countClick(), true)`;
  await page.addInitScript(count);
  return () => clicks;
}

const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });
const panel = (page: Page) => page.getByRole('complementary', { name: /^Step \d+/ });

test('the most expensive thought of the week is two clicks away', async ({ page }) => {
  const clicks = await clicksOf(page);
  await page.goto('/p/default/traces');
  await page.getByRole('link', { name: 'Costs' }).click();
  const thoughts = page.getByRole('region', { name: 'Most expensive thoughts, table' });
  await thoughts.getByRole('rowheader').first().getByRole('link').click();
  await expect(timeline(page).getByRole('row', { selected: true })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(2);
});

test('why a tool got wrong arguments is read without opening another tab of the panel', async ({ page }) => {
  const clicks = await clicksOf(page);
  await page.goto('/p/default/traces');
  await page
    .getByRole('grid', { name: 'Traces' })
    .getByRole('link', { name: /^The neighbour had it/ })
    .click();
  const failed = timeline(page)
    .getByRole('row', { name: /update_order failed/ })
    .first();
  await failed.click();
  await expect(panel(page).getByText('update_order').first()).toBeVisible();
  await expect(panel(page).getByRole('tab', { selected: true })).toHaveText(/Why/);
  await expect(panel(page).getByRole('tabpanel', { name: 'Why' })).toContainText(/error|fail/i);
  expect(clicks()).toBeLessThanOrEqual(2);
});

test('which model wastes most, and which setting shows it, is on the first screen of Costs', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/p/default/costs');
  const advice = page.getByRole('region', { name: 'What to change first' });
  await expect(advice.getByRole('heading')).toContainText(/You paid .* for thinking nobody could read; up to .* shown/);
  const first = advice.getByRole('listitem').first();
  await expect(first.getByRole('link')).toBeInViewport();
  await expect(first.locator('code')).toBeInViewport();
  // What costs most stands first.
  const amounts = await advice.getByRole('listitem').locator('strong').allTextContents();
  const dollars = amounts.filter((text) => text.startsWith('$')).map((text) => Number(text.slice(1)));
  expect(dollars.length).toBeGreaterThan(1);
  expect(dollars).toEqual(dollars.toSorted((one, other) => other - one));
});

test('a phrase of a thought leads to its action in two clicks', async ({ page }) => {
  const clicks = await clicksOf(page);
  await page.goto('/p/default/traces');
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'What did the model think?' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: /^Search in thoughts/ })).toBeFocused();
  await page.keyboard.type('"safety notice"');
  const hits = page.getByRole('feed', { name: 'Hits' }).getByRole('article');
  const hit = hits
    .filter({ hasText: 'safety notice' })
    .filter({ hasText: /action/ })
    .first();
  await hit.getByRole('link').first().click();
  await expect(timeline(page).getByRole('row', { selected: true })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(2);
});

test('a run is resumed from a step in two clicks', async ({ page }) => {
  await page.goto('/p/default/traces');
  const link = page
    .getByRole('grid', { name: 'Traces' })
    .getByRole('link', { name: /^Please review pull request 214/ });
  await page.goto(`${await link.getAttribute('href')}?step=3`);
  const clicks = await clicksOf(page);
  await page.reload();
  await page.getByRole('button', { name: 'More about step 3' }).click();
  await page.getByRole('menuitem', { name: /^Conversation as of this step/ }).click();
  await expect(page.getByRole('dialog', { name: 'Conversation as of step 3' })).toContainText('reasoning_content');
  expect(clicks()).toBe(2);
});
