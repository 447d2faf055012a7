// The settings pages without a file of their own: prices, data, members, and quarantine.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { brokenTrace } from './hostile-corpus.ts';
import { send, thoughtOf, traceOf } from './otlp.ts';

const prices = (page: Page) => page.getByRole('region', { name: 'Prices, table' });

test('an own price of the project shows what it would have cost, and reprices stored calls', async ({ page, own }) => {
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  const call = thoughtOf('Weigh it.', 'scales', 'd'.repeat(32));
  call.resourceSpans[0]!.scopeSpans[0]!.spans[0]!.attributes.push({
    key: 'gen_ai.usage.input_tokens',
    value: { intValue: '100' },
  });
  expect(await send(call, to)).toBe(200);
  await page.goto(`${own.path}/settings/prices`);
  const row = prices(page).getByRole('row', { name: /gpt-5\.2/ });
  await expect(row).toContainText(/list of \d{4}-\d{2}-\d{2}/);
  await expectAccessible(page);
  // Whole on a usual window, with what can be done to a row.
  await expect(row.getByRole('button', { name: 'Set a price for gpt-5.2' })).toBeInViewport({ ratio: 1 });
  expect(await prices(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  await row.getByRole('button', { name: 'Set a price for gpt-5.2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price of gpt-5.2' });
  await dialog.getByLabel('Output').fill('28');
  await expect(dialog.getByRole('status')).toContainText(
    /The 1 call of the last 30 days cost \$0\.\d+.*at these rates/,
  );
  await expectAccessible(page);
  await dialog.getByLabel('Valid from (UTC)').fill('2026-01-01');
  await dialog.getByRole('button', { name: 'Save price' }).click();

  const saved = page.getByRole('dialog', { name: 'The price is saved' });
  await expectAccessible(page);
  await saved.getByRole('button', { name: 'Reprice stored calls' }).click();
  await expect(saved.getByRole('status')).toHaveText('1 trace searched, 1 call repriced. Done.');
  await saved.getByText('Close', { exact: true }).click();
  await expect(row).toContainText('28');

  await row.getByRole('button', { name: 'Own prices of gpt-5.2' }).click();
  const given = page.getByRole('dialog', { name: 'Own prices of gpt-5.2' });
  const table = given.getByRole('region', { name: 'Own prices, table' });
  await expect(given.getByRole('button', { name: 'Remove' })).toBeInViewport({ ratio: 1 });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expectAccessible(page);
  await given.getByRole('button', { name: 'Remove' }).click();
  await expect(given).toBeHidden();
  await expect(row).toContainText(/list of \d{4}-\d{2}-\d{2}/);
});

test('a price can be given before the first call', async ({ page, own }) => {
  await page.goto(`${own.path}/settings/prices`);
  await expect(page.getByText('No model was used in the last 30 days')).toBeVisible();
  await page.getByRole('button', { name: 'New price…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New price' });
  await dialog.getByLabel('Provider').fill('house');
  await dialog.getByLabel('Model').fill('house-1');
  await dialog.getByLabel('Input', { exact: true }).fill('dear');
  await expect(dialog.getByText('A number of dollars, such as 1.75.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save price' })).toBeDisabled();
  await dialog.getByLabel('Input', { exact: true }).fill('1');
  await dialog.getByLabel('Output').fill('2');
  await dialog.getByRole('button', { name: 'Save price' }).click();
  await page.getByRole('button', { name: 'New calls only' }).click();
  await expect(prices(page).getByRole('row', { name: /house-1/ })).toContainText('your own…');
});

test('members are listed with their role, and the page says how to sign in', async ({ page }) => {
  await page.goto('/p/default/settings/keys');
  await page.getByRole('link', { name: 'Members' }).click();
  const me = page.getByRole('region', { name: 'Members, table' }).getByRole('row', { name: /\(you\)/ });
  await expect(me).toContainText('owner');
  await expect(page.getByText('npm run sign-in-link')).toBeVisible();
  await expectAccessible(page);
});

test('a new member is invited, joins by the link once, gets another role, and is removed', async ({
  page,
  own,
  browser,
}) => {
  test.slow();
  const address = 'ada@example.test';
  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('E-mail').fill(address);
  await dialog.getByLabel('Role').selectOption('viewer');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByRole('region', { name: 'the link' }).textContent()) ?? '';
  expect(link).toMatch(/\/invited\/[\w-]{43}$/);
  await expect(dialog).toContainText('It works once, until');
  await page.keyboard.press('Escape');
  await expect(dialog, 'Esc does not lose a link that is not copied yet').toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I copied it' }).click();
  const waiting = page.getByRole('region', { name: 'Invitations, table' }).getByRole('row', { name: address });
  await expect(waiting).toContainText('viewer');
  await expectAccessible(page);

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const ada = await context.newPage();
  // Opening a link without joining, as link previews do, does not use up the invitation.
  await ada.goto(link);
  await ada.goto(link);
  await expect(ada.getByRole('heading', { name: 'Join Journey' })).toBeVisible();
  await expectAccessible(ada);
  await ada.getByRole('button', { name: 'Join' }).click();
  await ada.waitForURL(`**${own.path}/traces*`);
  await ada.goto(link);
  await expect(ada.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  await ada.goto(`${own.path}/settings/members`);
  await expect(ada.getByText('Only owners can invite and remove members.')).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Invite…' })).toHaveCount(0);
  await ada.goto('/p/default/traces');
  await expect(ada.getByText(/not found|no such/i).first(), 'no other project').toBeVisible();

  await page.reload();
  await expect(waiting).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Members, table' }).getByRole('row', { name: address });
  await row.getByLabel(`Role of ${address}`).selectOption('member');
  await expect(page.getByText(`${address} is member now.`)).toBeVisible();
  const me = page.getByRole('row', { name: /\(you\)/ });
  await expect(me.getByRole('combobox'), 'the last owner stays').toHaveCount(0);
  await row.getByRole('button', { name: `Remove ${address}` }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await ada.goto(`${own.path}/traces`);
  await expect(ada.getByText(/not found|no such/i).first(), 'who was removed').toBeVisible();
  await context.close();
});

test('on a phone the form of an invitation fits in its dialog', async ({ page, own }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Role')).toBeVisible();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('a pending invitation is revoked', async ({ page, own, browser }) => {
  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill('ben@example.test');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByRole('region', { name: 'the link' }).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I copied it' }).click();
  await page.goto(link);
  await expect(page.getByText('You are signed in as')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join' })).toHaveCount(0);
  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', { name: 'Revoke the invitation of ben@example.test' }).click();
  await expect(page.getByRole('region', { name: 'Invitations, table' })).toHaveCount(0);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const ben = await context.newPage();
  await ben.goto(link);
  await expect(ben.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  await context.close();
});

test('the expiry of an invitation is shown in the reader’s time zone', async ({ own, browser, session, baseURL }) => {
  const context = await browser.newContext({ storageState: session, baseURL, timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await page.goto(`${own.path}/settings/members`);
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill('cy@example.test');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toContainText(/It works once, until [-\d]+ [:\d]+ \w+\+9\./);
  await dialog.getByRole('button', { name: 'I copied it' }).click();
  await page.reload();
  const waiting = page
    .getByRole('region', { name: 'Invitations, table' })
    .getByRole('row', { name: 'cy@example.test' });
  await expect(waiting).toContainText('+9');
  await context.close();
});

test('spans that could not be stored are viewed, reprocessed, and deleted', async ({ page, own }) => {
  test.slow();
  await page.goto(`${own.path}/settings/quarantine`);
  await expect(page.getByRole('heading', { name: 'Nothing is in quarantine' })).toBeVisible();
  await expectAccessible(page);
  await send(brokenTrace('the order').body, { ingestUrl: own.ingestUrl, key: own.ingestKey });
  await page.reload();
  const reasons = page.getByRole('region', { name: 'Reasons, table' });
  const kept = page.getByRole('region', { name: 'Quarantined, table' }).getByRole('row').nth(1);
  await expect(kept).toBeVisible();
  await expectAccessible(page);

  await kept.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByLabel('What was sent')).toContainText('the order');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await reasons.getByRole('button', { name: 'Reprocess' }).click();
  await expect(reasons.getByRole('button', { name: 'Reprocessing…' })).toBeDisabled();

  await reasons.getByRole('button', { name: 'Delete…' }).click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete \d+ rows?$/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Nothing is in quarantine' })).toBeVisible();
});

test('an environment gets a shorter retention than its project', async ({ page, own }) => {
  const { body } = traceOf({ name: 'try', attributes: { 'deployment.environment.name': 'development' } });
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/settings/data`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('development')).toContainText('no limit, as the project');
  await expectAccessible(page);

  await row('Whole project').getByRole('button', { name: 'Change the period of the project' }).press('Enter');
  const project = page.getByRole('dialog', { name: 'Keep the traces of the whole project' });
  await project.getByLabel('Keep them for').selectOption('A number of days');
  await project.getByLabel('Days').fill('90');
  await expect(project.getByRole('status')).toHaveText('No stored trace is older.');
  await expectAccessible(page);
  await project.getByRole('button', { name: 'Save' }).click();
  await expect(row('Whole project')).toContainText('90 days');
  await expect(row('development')).toContainText('90 days, as the project');

  await row('development').getByRole('button', { name: 'Change the period of development' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep the traces of development' });
  await dialog.getByLabel('Keep them for').selectOption('A number of days');
  await dialog.getByLabel('Days').fill('0');
  await expect(dialog.getByText('A whole number from 1 to 36500.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Days').fill('7');
  await expect(dialog.getByRole('status')).toHaveText('No stored trace is older.');
  await dialog.getByLabel('Days').press('Enter');
  await expect(row('development')).toContainText(/7 days\s*1\s*\d{4}-\d{2}-\d{2}/);

  await page.getByRole('button', { name: 'Add an environment…' }).click();
  const added = page.getByRole('dialog', { name: 'Add an environment' });
  await added.getByLabel('Environment').fill('staging');
  await added.getByLabel('Keep them for').selectOption('No limit');
  await added.getByRole('button', { name: 'Save' }).click();
  await expect(row('staging')).toContainText('no limit');

  await page.goto(`${own.path}/settings/audit`);
  await expect(page.getByRole('row', { name: /Changed how long traces are kept/ }).first()).toContainText('staging');
});
