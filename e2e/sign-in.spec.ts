// The door: closed to everybody, open once per link.
import { expect, expectAccessible, test } from './fixtures.ts';
import { newSignInLink } from './running-system.ts';

// There is no session yet.
test.use({ storageState: { cookies: [], origins: [] } });

test('every page of a project redirects to the sign-in without a session', async ({ page }) => {
  for (const path of ['/', '/welcome', '/p/default/traces', '/p/default/costs', '/p/default/settings/keys']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/sign-in/);
  }
  await expect(page.getByRole('heading', { name: 'Sign in to Subtext' })).toBeVisible();
  await expect(page.getByText('npm run sign-in-link')).toBeVisible();
  await expectAccessible(page);
});

test('a link into Subtext opens after signing in', async ({ page, system }) => {
  await page.goto('/p/default/costs?by=tool');
  await expect(page).toHaveURL(/\/sign-in\?from=/);
  await page.goto(await newSignInLink(system));
  await expect(page).toHaveURL(/\/p\/default\/costs\?by=tool/);
});

test('the data needs a session just as the pages do', async ({ request }) => {
  const input = encodeURIComponent(JSON.stringify({ json: { project: 'default' } }));
  const response = await request.get(`/api/trpc/keys.list?input=${input}`);
  expect(response.status()).toBe(401);
});

test('a link signs in once, and signing out ends it', async ({ page, system, browser }) => {
  const link = await newSignInLink(system);
  await page.goto(link);
  await expect(page).toHaveURL(/\/p\/default\/traces/);

  const other = await browser.newPage({ storageState: undefined, baseURL: system.webUrl });
  await other.goto(link);
  await expect(other.getByText('This link was already used')).toBeVisible();
  await expectAccessible(other);
  await other.close();

  await page.getByRole('button', { name: 'You', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/p/default/traces');
  await expect(page).toHaveURL(/\/sign-in/);
});
