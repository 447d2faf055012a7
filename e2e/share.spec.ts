// One trace for a reader without an account: the link is created, opened, shows the chosen kinds, and ends when it is
// revoked.
import { expect, expectAccessible, test } from './fixtures.ts';

test('a link shows one trace without a session, until it is revoked', async ({ page, browser, baseURL }) => {
  test.slow();
  await page.goto('/p/default/traces');
  await page
    .getByRole('grid', { name: 'Traces' })
    .getByRole('link', { name: /^Revenue was down/ })
    .click();
  await page.getByRole('button', { name: 'Share the trace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this trace' });
  await expect(dialog.getByText('This trace has no active links.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Arguments of calls' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('region', { name: 'the link' }).innerText();
  expect(link.trim()).toMatch(/\/s\/[\w-]{43}$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I copied it' }).click();
  await expect(dialog.getByRole('rowheader', { name: 'thoughts, messages, arguments' })).toBeVisible();
  await expectAccessible(page);

  // Without any cookie.
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const stranger = await context.newPage();
  const answer = await stranger.goto(`${new URL(link.trim()).pathname}?step=3`);
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  });
  const timeline = stranger.getByRole('treegrid', { name: 'Why timeline' });
  await expect(timeline.getByRole('row', { selected: true })).toHaveAccessibleName(/^Step 3,/);
  await expect(stranger.getByText('Shared trace, read only. Not shared: results.')).toBeVisible();
  await stranger.getByRole('tab', { name: 'Result' }).click();
  await expect(stranger.getByRole('tabpanel', { name: 'Result' }).getByText('[not shared]').first()).toBeVisible();
  await stranger.getByRole('tab', { name: 'Raw' }).click();
  await expect(stranger.getByRole('tabpanel', { name: 'Raw' })).toContainText('Not shared.');
  await expectAccessible(stranger);
  // Nothing leads out of it.
  await expect(stranger.getByRole('link')).toHaveCount(0);

  await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
  const question = page.getByRole('dialog', { name: 'Revoke this link?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('This trace has no active links.')).toBeVisible();
  // An open page asks every 10 s whether its link still works.
  await expect(stranger.getByRole('heading', { name: 'There is no such trace any more' })).toBeVisible({
    timeout: 40_000,
  });
  await expectAccessible(stranger);
  const gone = await stranger.reload();
  expect(gone?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(stranger);
  const unknown = await stranger.goto(`/s/${'A'.repeat(43)}`);
  expect(unknown?.status()).toBe(404);
  await context.close();
});
