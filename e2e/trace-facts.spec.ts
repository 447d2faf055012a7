// What senders report about a trace: on the second line of its head, as links that filter the list, and as filters,
// facets and columns of the list.
import type { Locator, Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, test } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

const rows = (page: Page) => page.getByRole('grid', { name: 'Traces' }).locator('[data-trace]');
const facts = (page: Page) => page.getByRole('list', { name: 'About this trace' });
const bottomOf = async (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().bottom);

const CHAT = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-5.2',
  'gen_ai.output.messages': JSON.stringify([
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'Look at the order first.' },
        { type: 'tool_call', id: 'c1', name: 'get_order', arguments: {} },
      ],
    },
  ]),
  'gen_ai.usage.output_tokens': 50,
};

/** One trace with everything that can be reported, and one with nothing. */
async function store({ ingestUrl, ingestKey: key }: OwnProject): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const reported = traceOf(
    {
      name: 'chat gpt-5.2',
      attributes: {
        ...CHAT,
        'session.id': 's_81f',
        'user.id': '4471',
        'subtext.tags': ['vip'],
        'subtext.metadata.customer': 'Acme Inc',
        'subtext.metadata.region': 'eu-north-1',
      },
      resource: { 'service.name': 'shop', 'service.version': '2026.11.1', 'deployment.environment.name': 'production' },
    },
    traceId,
  );
  for (const { body } of [reported, traceOf({ name: 'chat gpt-5.2', attributes: CHAT })])
    expect(await send(body, { ingestUrl, key })).toBe(200);
  return traceId;
}

test('each fact of a trace leads to the traces that share it', async ({ page, own }) => {
  const trace = await store(own);
  const links = [
    ['production', 'env:production'],
    ['2026.11.1', 'release:2026.11.1'],
    ['shop', 'service:shop'],
    ['vip', 'tag:vip'],
    ['Acme Inc', 'metadata.customer:"Acme Inc"'],
  ] as const;
  for (const [name, filter] of links) {
    await page.goto(`${own.path}/traces/${trace}`);
    await facts(page).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Filter traces' })).toHaveValue(filter);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toHaveAttribute('data-trace', trace);
  }
});

test('the list filters, counts and shows what was reported', async ({ page, own }) => {
  const trace = await store(own);
  await page.goto(`${own.path}/traces?range=all&cols=asked,release,service,metadata`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).and(page.locator(`[data-trace="${trace}"]`))).toContainText(
    /2026\.11\.1.*shop.*customer: Acme/,
  );
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Metadata' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'customer' }).press('ArrowRight');
  await page.getByRole('menuitemcheckbox', { name: 'Acme Inc 1' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remove metadata.customer:"Acme Inc"' })).toBeVisible();
});

test('on a phone the head is at most a third of the screen, and what does not fit folds', async ({ page, own }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const trace = await store(own);
  await page.goto(`${own.path}/traces/${trace}`);
  await expect(facts(page)).toBeVisible();
  const more = page.getByRole('button', { name: /^\d more$/ });
  await expect(more).toBeVisible();
  await expect(facts(page).getByRole('link', { name: 'Acme Inc' })).toBeHidden();
  await expect(page.getByRole('row', { name: /^Step 1,/ })).toBeVisible();
  const bar = await bottomOf(page.getByRole('banner').first());
  const rowsTop = await page
    .getByRole('treegrid', { name: 'Why timeline' })
    .evaluate((element) => element.getBoundingClientRect().top);
  expect(rowsTop - bar).toBeLessThanOrEqual(844 / 3);
  await expectAccessible(page);
  await more.press('Enter');
  await expect(facts(page).getByRole('link', { name: 'Acme Inc' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'less' }).press('Enter');
  await expect(facts(page).getByRole('link', { name: 'Acme Inc' })).toBeHidden();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('the list shows the outcome, the model and the failed tool of each trace', async ({ page, system }) => {
    void system;
    await page.goto('/p/default/traces?range=all&q=status:error');
    const row = rows(page)
      .filter({ has: page.locator('[data-column=model] [data-outcome=error]') })
      .first();
    await expect(row.locator('[data-column=model]')).toBeVisible();
    await expect(row.locator('[data-column=model] [data-outcome=error]')).toBeInViewport();
    await expect(row.locator('[data-outcome] > [aria-hidden]').first()).toHaveCSS('opacity', '1');
  });
});
