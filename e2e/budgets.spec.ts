// Budgets by keyboard: a new one with its burn-down, the threshold that ingest finds reached, and what others see.
import { expect, expectAccessible, tabTo, test, whenInteractive } from './fixtures.ts';
import { openProject, type OwnProject } from './own-project.ts';
import { send, thoughtOf } from './otlp.ts';

/** A call that costs some cents. */
async function sendCall(own: OwnProject): Promise<void> {
  const body = thoughtOf('The planted secret.', 'search', 'b'.repeat(32));
  const span = body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!;
  const end = BigInt(Date.now()) * 1_000_000n;
  Object.assign(span, { startTimeUnixNano: String(end - 1_000_000n), endTimeUnixNano: String(end) });
  span.attributes.push({ key: 'gen_ai.usage.input_tokens', value: { intValue: '100000' } });
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
}

test('a budget is made by keyboard, shows its burn-down, and is reached', async ({ page, own }) => {
  await sendCall(own);
  await page.goto(`${own.path}/settings/budgets`);
  await expect(page.getByRole('heading', { name: 'No budgets yet' })).toBeVisible();
  await expectAccessible(page);
  const create = page.getByRole('link', { name: 'New budget' });
  await whenInteractive(create);
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Daily');
  const amount = page.getByLabel('Amount, in dollars');
  await tabTo(page, amount);
  await page.keyboard.type('0.001');
  await expect(page.getByText('An amount in dollars, such as 500 or 12.50.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create budget' })).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0.10');
  await page.getByLabel('Period').selectOption({ label: 'Each day (UTC)' });
  await expectAccessible(page);
  await amount.press('Enter');

  const burnDown = page.getByRole('region', { name: 'Burn-down' });
  await expect(burnDown).toContainText('Spend of the project: $0.10 a day.');
  await expect(burnDown).toContainText(/Spent \$0\.1\d+ of \$0\.100 since 00:00 UTC/);
  await expect(page.locator('.recharts-line-curve').first()).toBeVisible();
  const table = burnDown.getByText('Table', { exact: true });
  await tabTo(page, table);
  await page.keyboard.press('Enter');
  await expect(burnDown.getByRole('region', { name: 'Spend, table' })).toBeVisible();
  await expectAccessible(page);
  // Ingest evaluates every ten seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /100 %/ })).toContainText('has reached 100 % of its budget');
  }).toPass({ timeout: 45_000 });

  await page.getByRole('link', { name: 'All budgets' }).click();
  const row = page.getByRole('row', { name: /Daily/ });
  await expect(row).toContainText('✕ used up');
  await expect(row).toContainText('of $0.100 a day');
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Daily' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete budget' }).click();
  await expect(page.getByRole('heading', { name: 'No budgets yet' })).toBeVisible();
  await page.goto(`${own.path}/settings/audit`);
  for (const action of ['Created a budget', 'Deleted a budget'])
    await expect(page.getByRole('row', { name: action })).toBeVisible();
});

for (const role of ['member', 'analyst'])
  test(`a user with the role ${role} sees budgets and changes none`, async ({ page, system }) => {
    const { path } = await openProject(system, { role });
    await page.goto(`${path}/settings/budgets`);
    await expect(page.getByText('Only an owner of the project changes its budgets.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'New budget' })).toHaveCount(0);
    await page.goto(`${path}/settings/budgets/00000000-0000-4000-8000-000000000000`);
    await expect(page.getByRole('heading', { name: 'There is no such budget' })).toBeVisible();
  });
