// The account page: where the user is signed in, and ending a session.
import { expect, expectAccessible, test } from './fixtures.ts';
import { newSignInLink } from './running-system.ts';

// Sessions end here, so those of the other journeys are not used.
test.use({ storageState: { cookies: [], origins: [] } });

test('a user sees where they are signed in, and ends the other sessions', async ({ page, browser, system }) => {
  const elsewhere = await browser.newPage({ storageState: undefined, baseURL: system.webUrl });
  await elsewhere.goto(await newSignInLink(system));
  await page.goto(await newSignInLink(system));
  await page.getByRole('button', { name: 'You', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Sessions, table' }).getByRole('row');
  await expect(rows.filter({ hasText: '(this one)' })).toHaveCount(1);
  await expect(rows.filter({ hasText: '(this one)' })).toContainText('127.0.0.1');
  await expectAccessible(page);

  const before = await rows.count();
  await page
    .getByRole('button', { name: /^End the session of / })
    .first()
    .click();
  await expect(rows).toHaveCount(before - 1);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.close();
});
