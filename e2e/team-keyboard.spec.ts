// An owner sets up a team with the keyboard alone: members, keys, the name of the project, and what was recorded of it.
import type { Locator, Page } from '@playwright/test';
import { expect, tabTo, test } from './fixtures.ts';

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('a member is invited and a key is made and revoked with the keyboard alone, and both are recorded', async ({
  page,
  own,
}) => {
  test.slow();
  await page.goto(`${own.path}/settings/members`);
  const dialog = page.getByRole('dialog');
  await pressOn(page, page.getByRole('button', { name: 'Invite…' }));
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type('ada@example.test');
  await tabTo(page, dialog.getByLabel('Role'));
  await page.keyboard.type('viewer');
  await expect(dialog.getByLabel('Role')).toHaveValue('viewer');
  await pressOn(page, dialog.getByRole('button', { name: 'Create link' }));
  await expect(dialog).toContainText('It works once, until');
  await pressOn(page, dialog.getByRole('button', { name: 'I copied it' }));
  const invitations = page.getByRole('region', { name: 'Invitations, table' });
  await expect(invitations.getByRole('row', { name: 'ada@example.test' })).toContainText('viewer');

  await pressOn(page, page.getByRole('link', { name: 'API keys' }));
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'New key…' }));
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^sbtx_live_[0-9a-zA-Z]{40}$/)).toBeVisible();
  await pressOn(page, dialog.getByRole('button', { name: 'I stored it' }));
  const key = page.getByRole('row', { name: /by keyboard/ });
  await pressOn(page, key.getByRole('button', { name: 'Revoke by keyboard' }));
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Enter');
  await expect(key).toBeHidden();

  await pressOn(page, page.getByRole('link', { name: 'Audit log' }));
  const entries = page.getByRole('region', { name: 'Audit log, table' });
  for (const [action, target] of [
    ['Invited a member', 'ada@example.test'],
    ['Created an API key', 'by keyboard'],
    ['Revoked an API key', 'by keyboard'],
  ] as const)
    await expect(entries.getByRole('row', { name: new RegExp(action) })).toContainText(target);
});
