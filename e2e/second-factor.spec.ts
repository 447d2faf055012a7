// The second factor of a user, by keyboard, with the codes that a real app shows.
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, expectAccessible, test } from './fixtures.ts';
import { createMember } from './own-project.ts';
import { newSignInLink } from './running-system.ts';

test.use({ storageState: { cookies: [], origins: [] } });

/** The code that an app with this secret shows now. */
const codeOf = (secret: string): string => new TOTP({ secret }).generate();

/** The code of the next period, which is accepted, too: each code works once. */
const nextCodeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

const PASSWORD = 'correct horse battery staple';

async function setPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set a password…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('New password, again').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Change password…' })).toBeVisible();
}

interface Factor {
  secret: string;
  backupCodes: string[];
}

async function setUp(page: Page): Promise<Factor> {
  await page.getByRole('button', { name: 'Set up a second factor…' }).press('Enter');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.getByRole('region', { name: 'the secret' }).textContent()) ?? '';
  const code = page.getByLabel('Code of the app');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong or too old.')).toBeVisible();
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your backup codes' })).toBeVisible();
  await expectAccessible(page);
  const codes = (await page.getByRole('region', { name: 'the backup codes' }).textContent()) ?? '';
  await page.getByRole('button', { name: 'I stored them' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove second factor…' })).toBeVisible();
  return { secret, backupCodes: codes.trim().split('\n') };
}

async function renewBackupCodes(page: Page, code: string): Promise<string[]> {
  await page.getByRole('button', { name: 'New backup codes…' }).press('Enter');
  await expectAccessible(page);
  await page.keyboard.type(PASSWORD);
  await page.getByLabel('Code of the app, or a backup code').fill(code);
  await page.keyboard.press('Enter');
  const codes = (await page.getByRole('region', { name: 'the backup codes' }).textContent()) ?? '';
  await page.getByRole('button', { name: 'I stored them' }).press('Enter');
  return codes.trim().split('\n');
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.waitForLoadState();
  // A page that loses its session goes to the sign-in page by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/p/default/costs');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter a code' })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
}

test('a user sets up a second factor, signs in with its codes, and removes it', async ({ page, system }) => {
  const email = await createMember(system);
  await page.goto(await newSignInLink(system, email));
  await page.goto('/p/default/settings/account');
  await setPassword(page);
  const { secret, backupCodes } = await setUp(page);

  await signIn(page, email);
  await expectAccessible(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible();
  await page.goto('/p/default/costs');
  await expect(page, 'the password alone opens nothing').toHaveURL(/\/sign-in/);
  await signIn(page, email);
  await page.keyboard.type(nextCodeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/p\/default\/costs/);

  await signIn(page, email);
  await page.keyboard.type(backupCodes[0]!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/p\/default\/costs/);

  await page.goto('/p/default/settings/account');
  const renewed = await renewBackupCodes(page, backupCodes[1]!);
  expect(renewed).toHaveLength(10);
  await page.getByRole('button', { name: 'Remove second factor…' }).press('Enter');
  await expectAccessible(page);
  await page.keyboard.type(PASSWORD);
  await page.getByLabel('Code of the app, or a backup code').fill(backupCodes[2]!);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong or too old.'), 'an old backup code').toBeVisible();
  await page.getByLabel('Code of the app, or a backup code').fill(renewed[0]!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set up a second factor…' })).toBeVisible();
});

test('an owner removes the second factor of a member who has lost it', async ({ page, browser, system }) => {
  const email = await createMember(system);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: system.webUrl });
  const member = await context.newPage();
  await member.goto(await newSignInLink(system, email));
  await member.goto('/p/default/settings/account');
  await setPassword(member);
  await setUp(member);

  await page.goto(await newSignInLink(system));
  await page.goto('/p/default/settings/members');
  await page.getByRole('button', { name: `Remove second factor of ${email}` }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove second factor', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: `Remove second factor of ${email}` })).toHaveCount(0);

  await member.goto('/sign-in');
  await member.getByLabel('E-mail').fill(email);
  await member.getByLabel('Password').fill(PASSWORD);
  await member.keyboard.press('Enter');
  await expect(member).toHaveURL(/\/p\/default\/traces/);
  await context.close();
});
