// Access that is taken away: a removed member with API keys, and attempts to sign in from elsewhere.
import { request as sendRequest, type IncomingMessage } from 'node:http';
import type { Browser, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';
import { send, thoughtOf } from './otlp.ts';
import { newSignInLink } from './running-system.ts';

interface Colleague {
  page: Page;
  /** The text of a key that they created. */
  key: string;
  leave(): Promise<void>;
}

/** Invites a user who joins and creates a key. */
async function invite(address: string, { page, own, browser }: { page: Page; own: OwnProject; browser: Browser }) {
  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(address);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByRole('region', { name: 'the link' }).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I copied it' }).click();

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Join' }).click();
  await theirs.waitForURL(`**${own.path}/traces*`);
  await theirs.goto(new URL(`${own.path}/settings/keys`, theirs.url()).href);
  await theirs.getByRole('button', { name: 'New key…' }).click();
  const form = theirs.getByRole('dialog');
  await form.getByLabel('Name').fill(`ci of ${address}`);
  await form.getByRole('button', { name: 'Create key' }).click();
  const key = (await form.getByText(/^sbtx_live_[0-9a-zA-Z]{40}$/).textContent()) ?? '';
  await form.getByRole('button', { name: 'I stored it' }).click();
  return { page: theirs, key, leave: () => context.close() } satisfies Colleague;
}

async function openRemoval(page: Page, own: OwnProject, address: string): Promise<Locator> {
  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', { name: `Remove ${address}` }).click();
  return page.getByRole('dialog', { name: `Remove ${address}?` });
}

const keyRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'API keys, table' }).getByRole('row', { name });

test('removing a member requires a decision on their keys; revoked keys are refused, and open pages end', async ({
  page,
  own,
  browser,
}) => {
  test.slow();
  const address = 'cleo@example.test';
  const cleo = await invite(address, { page, own, browser });
  const body = thoughtOf('Why not?', 'help', 'c'.repeat(32));
  expect(await send(body, { ingestUrl: own.ingestUrl, key: cleo.key })).toBe(200);
  await page.goto(`${own.path}/settings/keys`);
  await expect(keyRow(page, `ci of ${address}`)).toContainText(address);
  await expectAccessible(page);
  await cleo.page.goto(new URL(`${own.path}/live`, cleo.page.url()).href);
  await expect(cleo.page.getByText('Live', { exact: true }).last()).toBeVisible();

  const dialog = await openRemoval(page, own, address);
  await expect(dialog.getByRole('listitem')).toContainText([`ci of ${address}`]);
  const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
  await expect(remove, 'nothing is decided yet').toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Transfer to an owner' }).check();
  await expect(dialog.getByRole('combobox', { name: 'Owner who gets the keys' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Revoke' }).check();
  await expect(dialog).toContainText('refused within 5 seconds');
  await remove.click();
  await expect(page.getByText('1 key revoked.')).toBeVisible();
  await expect(cleo.page.getByText('Not connected')).toBeVisible({ timeout: 10_000 });
  await expect.poll(() => send(body, { ingestUrl: own.ingestUrl, key: cleo.key }), { timeout: 10_000 }).toBe(401);
  await cleo.leave();
});

test('transferred keys keep working, and the table shows their creator and owner', async ({ page, own, browser }) => {
  test.slow();
  const address = 'dan@example.test';
  const dan = await invite(address, { page, own, browser });
  const dialog = await openRemoval(page, own, address);
  await dialog.getByRole('radio', { name: 'Transfer to an owner' }).check();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('1 key transferred.')).toBeVisible();
  const body = thoughtOf('Why not?', 'help', 'e'.repeat(32));
  expect(await send(body, { ingestUrl: own.ingestUrl, key: dan.key })).toBe(200);
  await page.goto(`${own.path}/settings/keys`);
  await expect(keyRow(page, `ci of ${address}`)).toContainText(/dan@example\.test → owner@/);
  await expectAccessible(page);
  await dan.leave();
});

test('a member without keys is removed without a question about keys', async ({ page, own, browser }) => {
  test.slow();
  const address = 'eli@example.test';
  const eli = await invite(address, { page, own, browser });
  await page.goto(`${own.path}/settings/keys`);
  await page.getByRole('button', { name: `Revoke ci of ${address}` }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('textbox').fill(`ci of ${address}`);
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(question).toBeHidden();
  const dialog = await openRemoval(page, own, address);
  await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeEnabled();
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: address })).toHaveCount(0);
  await eli.leave();
});

test.describe('without a session', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('too many sign-in attempts get a page that says what to do, and other networks are not blocked', async ({
    page,
    system,
  }) => {
    const url = new URL('/api/auth/magic-link/verify?token=guess&errorCallbackURL=/sign-in', system.webUrl);
    const attempt = (index: number) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { accept: 'text/html', 'x-forwarded-for': `192.0.2.${index}` };
        sendRequest(url, { localAddress: '127.0.0.9', headers }, resolve).on('error', reject).end();
      });
    let last = await attempt(0);
    for (let index = 1; index < 30; index++) {
      last.resume();
      last = await attempt(index);
    }
    expect(last.statusCode, 'another X-Forwarded-For each time is no other client').toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);

    // As a browser at that address would show it.
    const answer = { status: 429, headers: last.headers as Record<string, string> };
    const body = (await last.setEncoding('utf8').toArray()).join('');
    await page.route(url.href, (route) => route.fulfill({ ...answer, body }));
    await page.goto(url.href);
    await expect(page.getByRole('heading', { name: 'Too many attempts to sign in' })).toBeVisible();
    await expect(page.getByText(/^Try again in \d+ seconds?\./)).toBeVisible();
    await expectAccessible(page);

    await page.goto(await newSignInLink(system));
    await expect(page).toHaveURL(/\/p\/default\/traces/);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).toContain('subtext.session_token');
    expect(cookies.filter(({ name }) => name.startsWith('better-auth'))).toEqual([]);
  });
});
