// From one project to another, for who is a member of more than one.
import { expect, expectAccessible, test } from './fixtures.ts';

const SWITCH = { name: 'Switch project' };

test('switching the project keeps the page', async ({ page, own }) => {
  await page.goto('/p/default/costs');
  await page.getByRole('button', SWITCH).press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Default' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Journey' }).last().press('Enter');
  await expect(page).toHaveURL(/\/p\/journey-[\da-f]{6}\/costs$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Journey' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', SWITCH).click();
  await page.getByRole('menuitemradio', { name: 'Default' }).click();
  await expect(page).toHaveURL(/\/p\/default\/settings\/keys$/);
});
