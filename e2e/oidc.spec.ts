// Signing in by an identity provider, in the browser: a real OpenID Connect provider, and a second web process that is
// configured for it.
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CLIENT, openIdentityProvider, type IdentityProvider } from '@subtext/web/testing';
import { expect, expectAccessible, test as base } from './fixtures.ts';
import { newSignInLink } from './running-system.ts';

const WEB = join(import.meta.dirname, '..', 'apps', 'web');

interface Oidc {
  webUrl: string;
  provider: IdentityProvider;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}

/** Resolves when it answers; the function ends it. */
async function startWeb(port: number, env: Record<string, string>): Promise<() => Promise<void>> {
  const parameters = ['src/server/main.ts', '--port', String(port)];
  const web = spawn('node', parameters, {
    cwd: WEB,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => void web.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    web.stdout.on('data', (text: Buffer) => text.includes('Ready on') && resolve());
    void ended.then(() => reject(new Error('The web process ended.')));
  });
  return () => {
    web.kill();
    return ended;
  };
}

const test = base.extend<object, { oidc: Oidc }>({
  oidc: [
    async ({ system, session: _session }, use) => {
      const port = await freePort();
      const webUrl = `http://127.0.0.1:${port}`;
      const provider = await openIdentityProvider(`${webUrl}/api/auth/callback/oidc`);
      const stop = await startWeb(port, {
        ...system.webEnv,
        NODE_ENV: 'production',
        SUBTEXT_WEB_URL: webUrl,
        SUBTEXT_OIDC_DISCOVERY_URL: provider.discoveryUrl,
        SUBTEXT_OIDC_CLIENT_ID: CLIENT.client_id,
        SUBTEXT_OIDC_CLIENT_SECRET: CLIENT.client_secret,
        SUBTEXT_OIDC_NAME: 'Example',
        SUBTEXT_OIDC_DOMAINS: 'example.test',
        SUBTEXT_OIDC_GROUP_ROLES: 'engineers=default:member',
      });
      await use({ webUrl, provider });
      await stop();
      await provider.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ oidc }, use) => use(oidc.webUrl),
});

test.use({ storageState: { cookies: [], origins: [] } });
// The last one ends the provider.
test.describe.configure({ mode: 'serial' });

const person = (email: string) => ({ email, email_verified: true, name: 'Ada', groups: ['engineers'] });

test('a user signs in by the button, with the role of their group', async ({ page, oidc: { provider } }) => {
  provider.identities.set('ada', person('ada@example.test'));
  provider.signInAs('ada');
  await page.goto('/p/default/settings/members');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with Example' }).press('Enter');
  await expect(page, 'where they wanted to go').toHaveURL(/\/p\/default\/settings\/members$/);
  const row = page.getByRole('row').filter({ hasText: 'ada@example.test (you)' });
  await expect(row).toContainText('member');
});

test('an address of another domain is refused, which the audit log has', async ({
  page,
  system,
  oidc: { provider },
}) => {
  provider.identities.set('eve', person('eve@other.test'));
  provider.signInAs('eve');
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Example' }).press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Addresses of this domain cannot sign in here.' }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.goto(await newSignInLink(system));
  await page.goto(`${system.webUrl}/p/default/settings/organization`);
  const entry = page.getByRole('row').filter({ hasText: 'eve@other.test' });
  await expect(entry).toContainText('Failed to sign in');
  await expect(entry).toContainText('domain_not_allowed');
});

test('while the provider is away, the page says so', async ({ page, oidc: { provider } }) => {
  await page.goto('/sign-in');
  await provider.close();
  await page.getByRole('button', { name: 'Sign in with Example' }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Example cannot be reached.' })).toBeVisible();
  await expectAccessible(page);
});
