// From one project to another, for who is a member of more than one.
import { expect, expectAccessible, test } from './fixtures.ts';

const SWITCH = { name: 'Switch project' };

test('switching the project keeps the page', async ({ page, own }) => {
  await page.goto('/p/default/costs');
  await page.getByRole('button', SWITCH).press('Enter');
  await expect(page.getByRole('option', { name: 'Default current' })).toBeVisible();
  await page.keyboard.type('journey');
  await expect(page.getByRole('option', { name: 'Default current' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/p\/journey-[\da-f]{6}\/costs$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Journey' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', SWITCH).click();
  await page.getByRole('option', { name: 'Default' }).click();
  await expect(page).toHaveURL(/\/p\/default\/settings\/keys$/);
});
