// The audit log: what was done is in it, it is filtered and downloaded, and only owners see it.
import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openProject } from './own-project.ts';

test('a change appears in the audit log, which is filtered by keyboard and downloaded', async ({ page, own }) => {
  const log = page.getByRole('region', { name: 'Audit log, table' });
  await page.goto(`${own.path}/settings/audit`);
  await expect(page.getByRole('heading', { name: 'Nothing has been recorded yet' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${own.path}/settings/keys`);
  await page.getByRole('button', { name: 'New key…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('audited');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.getByText(/^sbtx_live_[0-9a-zA-Z]{40}$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I stored it' }).click();

  await page.goto(`${own.path}/settings/audit`);
  const row = log.getByRole('row', { name: /Created an API key/ });
  await expect(row).toContainText('audited');
  await expect(row).toContainText('127.0.0.1');
  await expectAccessible(page);

  await page.getByLabel('Action').selectOption('Removed a member');
  await page.getByLabel('User (e-mail)').press('Enter');
  await expect(page.getByRole('heading', { name: 'No entries match the filter' })).toBeVisible();
  await page.getByLabel('Action').selectOption('Created an API key');
  await page.getByLabel('User (e-mail)').press('Enter');
  await expect(row).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download JSONL' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(entries).toMatchObject([{ action: 'keys.create', target: 'audited' }]);
  expect(text).not.toContain(key);
  const csv = await page.request.get(`${own.path}/settings/audit/export?as=csv`);
  expect(await csv.text()).toMatch(/^id,at,user,action,target,before,after,address\r?\n.*audit\.export/);
});

test('a member who is no owner gets neither the audit log nor its files', async ({ page, system }) => {
  const { path } = await openProject(system, { role: 'member' });
  await page.goto(`${path}/settings/audit`);
  await expect(page.getByRole('heading', { name: 'Only owners see the audit log' })).toBeVisible();
  await expectAccessible(page);
  expect((await page.request.get(`${path}/settings/audit/export?as=csv`)).status()).toBe(403);
});

test('the log of the organization is filtered and downloaded like that of a project', async ({ page, session }) => {
  expect(session).toBeDefined();
  await page.goto('/p/default/settings/organization');
  await page.getByRole('button', { name: 'Rename…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Audited');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  const row = page.getByRole('region', { name: 'Audit log, table' }).getByRole('row', { name: /Renamed/ });
  await expect(row.first()).toContainText('Audited');
  await page.getByLabel('User (e-mail)').fill('nobody@example.test');
  await page.getByLabel('User (e-mail)').press('Enter');
  await expect(page.getByRole('heading', { name: 'No entries match the filter' })).toBeVisible();
  await page.getByLabel('User (e-mail)').fill('');
  await page.getByLabel('User (e-mail)').press('Enter');
  await expect(row.first()).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('organization.rename');
});
