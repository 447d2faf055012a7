// Projects from the screen: created, renamed, archived, restored and deleted, by an owner of the organization.
import { expect, expectAccessible, test } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

const SWITCH = { name: 'Switch project' };

test('a project is created by keyboard, renamed, archived, restored and deleted with progress', async ({ page }) => {
  test.slow();
  await page.goto('/p/default/traces');
  await page.getByRole('button', SWITCH).press('Enter');
  await expect(page.getByPlaceholder('Find a project')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Second team');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/p\/second-team\/settings\/keys$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Second team' })).toBeVisible();

  await page.goto('/p/second-team/settings/general');
  await expectAccessible(page);
  await page.getByLabel('Project name').fill('Team two');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Team two' })).toBeVisible();
  await expect(page).toHaveURL(/\/p\/second-team\//);

  await page.getByRole('button', { name: 'Archive the project' }).click();
  await expect(page.getByText('This project is archived: it takes no telemetry and no changes.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/p/default/traces');
  await page.getByRole('button', SWITCH).click();
  await expect(page.getByRole('group', { name: 'Archived' }).getByRole('option', { name: 'Team two' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Team two' }).click();
  await page.getByRole('link', { name: 'Restore…' }).click();
  await page.getByRole('button', { name: 'Restore the project' }).click();
  await expect(page.getByRole('button', { name: 'Archive the project' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete the project…' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete Team two' });
  await expect(deletion.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await deletion.getByLabel('Type Team two to delete it').fill('Team two');
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/o\/[\da-f-]{36}$/);
  const row = page.getByRole('row', { name: /^Team two/ });
  await expect(row).toContainText('rows deleted; waiting two minutes for late data');
  await expect(row.getByRole('progressbar', { name: 'Deletion of Team two' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Requested the deletion of the project/ })).toContainText('Team two');
  await expectAccessible(page);
  expect((await page.goto('/p/second-team/traces'))?.status()).toBe(404);
});

test('an archived project refuses telemetry, and takes it again when it is restored', async ({ page, own }) => {
  const { body } = traceOf({ name: 'late', attributes: {} });
  const status = () => send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey });
  expect(await status()).toBe(200);
  await page.goto(`${own.path}/settings/general`);
  await page.getByRole('button', { name: 'Archive the project' }).click();
  // Ingest remembers a key for three seconds.
  await expect.poll(status).toBe(403);
  await page.getByRole('button', { name: 'Restore the project' }).click();
  await expect.poll(status).toBe(200);
});

test('the projects are in the command palette', async ({ page, own }) => {
  await page.goto(`${own.path}/traces`);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Type a command').fill('Default');
  await page.getByRole('option', { name: 'Default' }).first().click();
  await expect(page).toHaveURL(/\/p\/default\/traces/);
});
