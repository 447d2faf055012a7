// How calls ended, from the SDK to the screen: the known, the inferred and the unknown look different everywhere.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';

const AGENT = join(import.meta.dirname, 'call-outcomes-agent.ts');

async function openRun(page: Page, { path, ingestUrl, ingestKey }: OwnProject): Promise<void> {
  const env = { ...process.env, SUBTEXT_URL: ingestUrl, SUBTEXT_API_KEY: ingestKey };
  await promisify(execFile)(process.execPath, [AGENT], { env });
  await page.goto(`${path}/traces`);
  await page
    .getByRole('grid', { name: 'Traces' })
    .getByRole('link', { name: /^End every call/ })
    .click();
}

const outcome = (step: Locator, tool: string) =>
  step.locator('[data-call]').filter({ hasText: tool }).locator('[data-status]');

test('each call of a run says how it ended, and claims no more than is known', async ({ page, own }) => {
  await openRun(page, own);
  const steps = page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row');
  const step = steps.filter({ hasText: 'check_stock' });
  await expect(outcome(step, 'check_stock')).toHaveText(/^result ≈ (<1|[\d.]+) m?s$/);
  await expect(outcome(step, 'check_stock')).toHaveAttribute('title', /nothing reports whether the call succeeded/);
  await expect(outcome(step, 'check_stock')).toHaveAttribute('title', /waits for approval/);
  await expect(outcome(step, 'charge_card')).toHaveText(/^✕\? ≈ (<1|[\d.]+) m?s$/);
  await expect(outcome(step, 'charge_card')).toHaveAttribute('title', /^probably failed.*\n.*reads like an error/);
  await expect(outcome(step, 'read_order')).toHaveText(/^✓ (<1|[\d.]+) m?s$/);
  await expect(outcome(step, 'send_refund')).toHaveText(/^✕ (<1|[\d.]+) m?s$/);
  await expect(step).toHaveAccessibleName(/send_refund failed, charge_card probably failed/);
  await expect(outcome(steps.filter({ hasText: 'notify_user' }), 'notify_user')).toHaveText('no result seen');
  const call = (tool: string) => step.locator('[data-call]').filter({ hasText: tool });
  await expect(call('check_stock')).toContainText('→ Result: 3 in stock');
  await expect(call('send_refund')).toContainText('→ Result: Error: no such order');
  const red = step.locator('[data-failed]');
  await expect(red.filter({ hasText: 'no such order' })).toHaveCSS('color', 'rgb(179, 38, 30)');
  await expect(red.filter({ hasText: '3 in stock' })).toHaveCount(0);
  await expect(steps.filter({ hasText: 'notify_user' })).not.toContainText('Result');
  const main = page.locator('main');
  await expect(main.getByText('✕ 1 error', { exact: true })).toBeVisible();
  await expect(main.getByText('✕? 1 probably failed', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const address = new URL(page.url());
  address.searchParams.set('view', 'spans');
  await page.goto(address.href);
  const spans = page.getByRole('treegrid', { name: 'Spans' });
  await expect(spans.getByRole('row', { name: /execute_tool notify_user, no result seen/ })).toBeVisible();
  await expect(
    spans.getByRole('row', { name: /execute_tool check_stock,(?: on the critical path,)? about (<1|[\d.]+) m?s,/ }),
  ).toBeVisible();
  await expect(
    spans.getByRole('row', { name: /execute_tool charge_card,(?: on the critical path,)? about .*, probably failed/ }),
  ).toBeVisible();
  await expect(
    spans.getByRole('row', { name: /execute_tool read_order,(?: on the critical path,)? (<1|[\d.]+) m?s,/ }),
  ).toBeVisible();
  await expect(spans.getByRole('row', { name: /execute_tool send_refund, .*, failed/ })).toBeVisible();
});
