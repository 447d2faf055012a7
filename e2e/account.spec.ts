// The account page: where the user is signed in, ending a session, and the password; links of mails.
import { expect, expectAccessible, test } from './fixtures.ts';
import { createMember } from './own-project.ts';
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
  // The page may be on its way to the sign-in page by itself, which ends this navigation.
  await expect(() => elsewhere.goto('/p/default/costs')).toPass();
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.close();
});

test('a user sets a password, and signs in with it', async ({ page, system }) => {
  const password = 'correct horse battery staple';
  const email = await createMember(system);
  await page.goto(await newSignInLink(system, email));
  await page.goto('/p/default/settings/account');
  await page.getByRole('button', { name: 'Set a password…' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('New password', { exact: true }).fill(password);
  await dialog.getByLabel('New password, again').fill('something else');
  await expect(dialog.getByText('The two passwords differ.')).toBeVisible();
  await dialog.getByLabel('New password, again').fill(password);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('button', { name: 'Change password…' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/p/default/costs');
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('wrong horse battery staple');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'do not belong together' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/p\/default\/costs/);
});

test('an owner makes a link that sets a new password, and the member signs in with it', async ({
  page,
  browser,
  system,
}) => {
  const password = 'another horse and its battery';
  const email = await createMember(system);
  await page.goto(await newSignInLink(system));
  await page.goto('/p/default/settings/members');
  await page.getByRole('button', { name: `Reset password of ${email}` }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await page.getByRole('region', { name: 'the link' }).textContent()) ?? '';

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: system.webUrl });
  const member = await context.newPage();
  // Opening it does not use it up.
  await member.goto(link);
  await member.goto(link);
  await expectAccessible(member);
  await member.getByLabel('New password', { exact: true }).fill(password);
  await member.getByLabel('New password, again').fill(password);
  await member.getByRole('button', { name: 'Save password' }).click();
  await member.getByRole('link', { name: 'Sign in' }).click();
  await member.getByLabel('E-mail').fill(email);
  await member.getByLabel('Password').fill(password);
  await member.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(member).toHaveURL(/\/p\/default\/traces/);
  await context.close();
});

test('a link of a mail opens a page, whose button signs in', async ({ page, system }) => {
  const token = new URL(await newSignInLink(system)).searchParams.get('token');
  await page.goto(`/sign-in/link/${token}`);
  await page.goto(`/sign-in/link/${token}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/p\/default\/traces/);
});
