// Alerts by keyboard: a destination with a test, a rule with its preview, and what a viewer sees.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, tabTo, test, whenInteractive } from './fixtures.ts';
import { openProject, type OwnProject } from './own-project.ts';
import { send, thoughtOf } from './otlp.ts';

const HOUR_MS = 3_600_000;

/** Two hours ago, so that its hour is over and settled. */
async function sendEarlierCall(own: OwnProject): Promise<void> {
  const body = thoughtOf('The planted secret.', 'search', 'e'.repeat(32));
  const span = body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!;
  const end = BigInt(Date.now() - 2 * HOUR_MS) * 1_000_000n;
  Object.assign(span, { startTimeUnixNano: String(end - 1_000_000_000n), endTimeUnixNano: String(end) });
  span.attributes.push({ key: 'gen_ai.usage.input_tokens', value: { intValue: '100' } });
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
}

const table = (page: Page, name: string) => page.getByRole('region', { name: `${name}, table` });

test('a destination is added and tested by keyboard, and the answer of the receiver is shown', async ({
  page,
  own,
}) => {
  await page.goto(`${own.path}/settings/alerts`);
  await expect(page.getByRole('heading', { name: 'No alert rules yet' })).toBeVisible();
  await expectAccessible(page);
  const add = page.getByRole('button', { name: 'New destination…' });
  await whenInteractive(add);
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New destination' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Pager');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ftp://example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('must begin with https://');
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hook');
  await page.keyboard.press('Enter');
  const secret = page.getByRole('dialog', { name: 'The secret of the webhook' });
  await expect(secret).toContainText(/whsec_/);
  await tabTo(page, secret.getByRole('button', { name: 'I stored it' }));
  await page.keyboard.press('Enter');
  const row = table(page, 'Destinations').getByRole('row', { name: /Pager/ });
  await expect(row).toContainText('http://127.0.0.1:9/…');
  await expect(page.getByText('whsec_')).toHaveCount(0);

  await tabTo(page, row.getByRole('button', { name: 'Send a test to Pager' }));
  await page.keyboard.press('Enter');
  // This machine is a private network, which only the operator can open.
  await expect(table(page, 'Messages').getByRole('row', { name: /Test/ })).toContainText('SUBTEXT_OUTBOUND_ALLOW');
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Remove Pager' }).click();
  const confirm = page.getByRole('dialog', { name: 'Remove Pager' });
  await confirm.getByRole('button', { name: 'Remove destination' }).click();
  await expect(page.getByRole('heading', { name: 'No destinations yet' })).toBeVisible();
});

test('a rule shows when it would have fired while it is edited, and is kept', async ({ page, own }) => {
  await sendEarlierCall(own);
  await page.goto(`${own.path}/settings/alerts`);
  const create = page.getByRole('link', { name: 'New alert rule' });
  await whenInteractive(create);
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New alert rule' })).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('No full hour of the last 30 days has data');
  await page.getByLabel('Name', { exact: true }).fill('Tokens of gpt-5.2');
  await page.getByLabel('Figure').selectOption({ label: 'Tokens, input and output' });
  await page.getByLabel('Condition').selectOption({ label: 'is above' });
  await page.getByLabel('At least so many calls').fill('0');
  await expect(page.getByText('A whole number from 1 to 1,000,000.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create rule' })).toBeDisabled();
  await page.getByLabel('At least so many calls').fill('1');
  await page.getByLabel('Model').fill('gpt-5.2');
  await expect(page.getByLabel('Tool')).toBeDisabled();
  await expect(preview).toContainText('It would have fired once over the last 30 days, for 1 hour in all.');
  await expect(preview).toContainText('Tokens of model gpt-5.2, over an hour, is above 50 tokens.');
  await expect(table(page, 'When it would have fired').getByRole('row')).toHaveCount(2);
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).press('Enter');

  const row = table(page, 'Alert rules').getByRole('row', { name: /Tokens of gpt-5\.2/ });
  await expect(row).toContainText('not evaluated yet');
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Tokens of gpt-5.2' }).click();
  await page.getByLabel('Paused').check();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect(row).toContainText('paused');
  await row.getByRole('link', { name: 'Tokens of gpt-5.2' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await expect(page.getByRole('heading', { name: 'No alert rules yet' })).toBeVisible();

  await page.goto(`${own.path}/settings/audit`);
  for (const action of ['Created an alert rule', 'Changed an alert rule', 'Deleted an alert rule'])
    await expect(page.getByRole('row', { name: action })).toBeVisible();
});

test('an analyst sees alerts and changes none', async ({ page, system }) => {
  const { path } = await openProject(system, { role: 'analyst' });
  await page.goto(`${path}/settings/alerts`);
  await expect(page.getByText('You have read-only access to this project.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New alert rule' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New destination…' })).toHaveCount(0);
  await page.goto(`${path}/settings/alerts/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'There is no such alert rule' })).toBeVisible();
});
