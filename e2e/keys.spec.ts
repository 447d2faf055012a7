// A key's life: made and shown once, works for ingest, revoked, refused.
import { expect, expectAccessible, test } from './fixtures.ts';
import { openProject } from './own-project.ts';
import { send, thoughtOf, traceOf } from './otlp.ts';

test('a key is shown once, accepts spans, and is refused after it was revoked', async ({ page, system }) => {
  const { ingestUrl } = system;
  const { body } = traceOf({ name: 'chat gpt-5.2', attributes: { 'gen_ai.operation.name': 'chat' } });
  await page.goto('/p/default/settings/keys');
  await page.getByRole('button', { name: 'New key…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('journey');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = dialog.getByText(/^sbtx_live_[0-9a-zA-Z]{40}$/);
  const key = (await shown.textContent()) ?? '';
  expect(await send(body, { ingestUrl, key })).toBe(200);

  await page.keyboard.press('Escape');
  await expect(shown, 'Esc does not lose a key that is not stored yet').toBeVisible();
  await dialog.getByRole('button', { name: 'I stored it' }).click();
  await page.reload();
  const row = page.getByRole('row', { name: /journey/ });
  await expect(row).toContainText(`sbtx_…${key.slice(-4)}`);
  expect(await page.content(), 'the key itself is never shown again').not.toContain(key);

  await row.getByRole('button', { name: 'Revoke journey' }).click();
  const revoke = dialog.getByRole('button', { name: 'Revoke', exact: true });
  await expect(revoke).toBeDisabled();
  await dialog.getByRole('textbox').fill('journey');
  await revoke.click();
  await expect(row).toBeHidden();
  await expect.poll(() => send(body, { ingestUrl, key }), 'a revoked key is refused').toBe(401);
});

test('a rotated key has a successor with its scopes and lifetime, and ends when it was said to', async ({
  page,
  own,
}) => {
  const { path, ingestUrl } = own;
  const { body } = traceOf({ name: 'chat gpt-5.2', attributes: { 'gen_ai.operation.name': 'chat' } });
  await page.goto(`${path}/settings/keys`);
  await page.getByRole('button', { name: 'New key…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('rotating');
  await dialog.getByLabel('Expires').selectOption('in 90 days');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = dialog.getByText(/^sbtx_live_[0-9a-zA-Z]{40}$/);
  const old = (await shown.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I stored it' }).click();
  const rows = page.getByRole('row', { name: /rotating/ });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await expect(rows).toContainText(inDays(90));

  await rows.getByRole('button', { name: 'Rotate rotating' }).click();
  await expect(dialog.getByLabel('The old key still works')).toHaveValue('24');
  await dialog.getByLabel('The old key still works').selectOption('not at all');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create new key' }).click();
  await expect(shown).not.toHaveText(old);
  const fresh = (await shown.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I stored it' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/expired \d+ s ago/);
  await expect(rows.last()).toContainText(inDays(90));
  const rotate = page.getByRole('button', { name: 'Rotate rotating' });
  await expect(rows.first(), 'only its replacement can be rotated').toContainText('replaced');
  await expect(rotate).toHaveCount(1);
  await expectAccessible(page);
  expect(await send(body, { ingestUrl, key: fresh })).toBe(200);
  await expect.poll(() => send(body, { ingestUrl, key: old }), 'an expired key is refused').toBe(401);
});

test('a key with the read scope gets costs and traces over HTTP, and a session does not', async ({
  page,
  own,
  playwright,
}) => {
  const { path, ingestUrl, ingestKey } = own;
  const trace = 'd'.repeat(32);
  expect(await send(thoughtOf('Why not?', 'help', trace), { ingestUrl, key: ingestKey })).toBe(200);
  await page.goto(`${path}/settings/keys`);
  await page.getByRole('button', { name: 'New key…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('reader');
  await dialog.getByLabel(/^ingest/).uncheck();
  await dialog.getByLabel(/^read/).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const command = await dialog.getByText(/^curl /).textContent();
  const [, key = '', url = ''] = /Bearer (\S+)" "(\S+)"/.exec(command ?? '') ?? [];
  const program = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${key}` } });
  const costs = await program.get(url);
  expect(await costs.json()).toMatchObject({ rows: [{ model: 'gpt-5.2', model_calls: 1 }] });
  const whole = await program.get(new URL(`traces/${trace}`, url).href);
  expect(await whole.text()).toContain('Why not?');
  expect(await send(thoughtOf('x', 'y', trace), { ingestUrl, key }), 'it may not send').toBe(403);
  await program.dispose();
  expect((await page.request.get(url)).status(), 'a session is no key').toBe(401);
});

test('a viewer sees a read-only note, and no buttons that would be refused', async ({ page, system }) => {
  const { path, ingestUrl, ingestKey } = await openProject(system, { role: 'viewer' });
  const told = page.getByText('You have read-only access to this project.');
  expect(await send(thoughtOf('Why not?', 'help', 'c'.repeat(32)), { ingestUrl, key: ingestKey })).toBe(200);
  await page.goto(`${path}/settings/keys`);
  await expect(told).toBeVisible();
  await expect(page.getByRole('row', { name: /Journey/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);

  await page.goto(`${path}/traces`);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(told).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy a link to this view']);

  await page.goto(`${path}/traces/${'c'.repeat(32)}`);
  await page.getByRole('button', { name: 'Share the trace' }).click();
  await expect(page.getByRole('dialog').getByText('This trace has no active links.')).toBeVisible();
  await expect(told).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create link' })).toHaveCount(0);
});

test('the keys page and its dialogs are accessible', async ({ page }) => {
  await page.goto('/p/default/settings/keys');
  await expect(page.getByRole('row', { name: /npm start/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New key…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('a part of the page that could not be loaded shows an error, and Retry loads it', async ({ page }) => {
  await page.goto('/p/default/settings/keys');
  const open = page.getByRole('button', { name: 'New key…' });
  await expect(open).toBeVisible();
  const isScript = /\/_next\/static\/.*\.js/;
  await page.route(isScript, (route) => route.abort());
  await open.click();
  await expect(page.getByText('This page could not be shown.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(isScript);
  await page.getByRole('button', { name: 'Retry' }).click();
  await open.click();
  await expect(page.getByRole('dialog', { name: 'New key' })).toBeVisible();
});
