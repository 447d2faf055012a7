// Passkeys with the virtual authenticator of Chromium, which answers as a device with a fingerprint reader does.
import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { createMember } from './own-project.ts';
import { newSignInLink, type SystemFacts } from './running-system.ts';

test.use({ storageState: { cookies: [], origins: [] } });

/** Browsers have passkeys on localhost, but not on 127.0.0.1, where the system says that it is. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

interface Authenticator {
  client: CDPSession;
  authenticatorId: string;
}

async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { client, authenticatorId };
}

async function openAccount(page: Page, system: SystemFacts, email: string): Promise<void> {
  await page.goto(named(await newSignInLink(system, email)));
  await page.goto(`${named(system.webUrl)}/p/default/settings/account`);
}

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey…' }).press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Work laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader', { name: 'Work laptop' })).toBeVisible();
}

const signInWithPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');

test('a user adds a passkey, signs in with it, renames it and removes it', async ({ page, system }) => {
  const email = await createMember(system);
  await addAuthenticator(page);
  await openAccount(page, system, email);
  await addPasskey(page);
  const row = page.getByRole('row').filter({ hasText: 'Work laptop' });
  await expect(row).toContainText('never');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'You', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expectAccessible(page);
  await signInWithPasskey(page);
  await expect(page, 'back where they signed out').toHaveURL(/\/p\/default\/settings\/account/);
  await expect(row).not.toContainText('never');
  await page.getByRole('button', { name: 'Rename the passkey Work laptop' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the passkey Old laptop' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove passkey', exact: true }).press('Enter');
  await expect(page.getByText('You have none. A passkey signs you in')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${named(system.webUrl)}/sign-in`);
  await signInWithPasskey(page);
  await expect(page.getByRole('alert').filter({ hasText: 'does not know this passkey' })).toBeVisible();
  await expectAccessible(page);
});

test('a passkey that did not verify its user, and a closed question, sign nobody in', async ({ page, system }) => {
  const { client, authenticatorId } = await addAuthenticator(page);
  await openAccount(page, system, await createMember(system));
  await addPasskey(page);
  await page.context().clearCookies();
  await page.goto(`${named(system.webUrl)}/sign-in`);
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signInWithPasskey(page);
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was used' })).toBeVisible();
});

test('a page at an IP address says where passkeys work', async ({ page, system }) => {
  const where = `Open Subtext at ${named(system.webUrl)} instead.`;
  await page.goto('/sign-in');
  await signInWithPasskey(page);
  await expect(page.getByRole('alert').filter({ hasText: where })).toBeVisible();
  await page.goto(await newSignInLink(system, await createMember(system)));
  await page.goto('/p/default/settings/account');
  await expect(page.getByText(where)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey…' })).toBeDisabled();
});

test('an owner removes the passkeys of a member who has lost them', async ({ page, system, browser }) => {
  const email = await createMember(system);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const member = await context.newPage();
  await addAuthenticator(member);
  await openAccount(member, system, email);
  await addPasskey(member);

  await page.goto(await newSignInLink(system));
  await page.goto('/p/default/settings/members');
  await page.getByRole('button', { name: `Remove passkeys of ${email}` }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove passkeys', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: `Remove passkeys of ${email}` })).toHaveCount(0);

  await member.goto(`${named(system.webUrl)}/sign-in`);
  await signInWithPasskey(member);
  await expect(member.getByRole('alert').filter({ hasText: 'does not know this passkey' })).toBeVisible();
  await context.close();
});
