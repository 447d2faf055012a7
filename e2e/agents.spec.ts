// The agents of a run: who called whom, with the figures of the timeline, in step with it, by keyboard alone.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';

const TRACE = 'a9'.repeat(16);
const START = BigInt(Date.now() - 60_000) * 1_000_000n;
const MS = 1_000_000n;

interface TestSpan {
  id: string;
  parent?: string;
  name: string;
  /** Milliseconds after the start of the trace. */
  from: number;
  to: number;
  attributes: Record<string, string | number>;
}

const agent = (name: string, at: Omit<TestSpan, 'name' | 'attributes'>): TestSpan => ({
  ...{ ...at, name: `invoke_agent ${name}` },
  attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name },
});

const tool = (name: string, at: Omit<TestSpan, 'name' | 'attributes'>): TestSpan => ({
  ...{ ...at, name: `execute_tool ${name}` },
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': `call ${name}`,
  },
});

/** A model call that thinks, and then calls a tool or answers. */
function generation(id: string, { parent, from, calls }: { parent: string; from: number; calls?: string }): TestSpan {
  const end = calls
    ? { type: 'tool_call', id: `call ${calls}`, name: calls, arguments: {} }
    : { type: 'text', content: `Answer of ${id}.` };
  const parts = [{ type: 'reasoning', content: `Thought of ${id}.` }, end];
  return {
    ...{ id, parent, name: 'chat gpt-5.2', from, to: from + 5 },
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5.2',
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
      'gen_ai.usage.input_tokens': 1000,
      'gen_ai.usage.output_tokens': 500,
      'gen_ai.usage.reasoning_tokens': 400,
    },
  };
}

/** front_desk calls courier, and hands over to billing. */
const SPANS: TestSpan[] = [
  agent('front_desk', { id: 'f0', from: 0, to: 1000 }),
  generation('f1', { parent: 'f0', from: 1, calls: 'ask_courier' }),
  tool('ask_courier', { id: 'f2', parent: 'f0', from: 10, to: 200 }),
  agent('courier', { id: 'c0', parent: 'f2', from: 11, to: 190 }),
  generation('c1', { parent: 'c0', from: 12 }),
  generation('f3', { parent: 'f0', from: 210, calls: 'transfer_to_billing' }),
  tool('transfer_to_billing', { id: 'f4', parent: 'f0', from: 220, to: 900 }),
  agent('billing', { id: 'b0', parent: 'f4', from: 221, to: 890 }),
  generation('b1', { parent: 'b0', from: 222 }),
  generation('b2', { parent: 'b0', from: 300 }),
];

async function sendRun({ ingestUrl, ingestKey }: OwnProject): Promise<void> {
  const spanId = (id: string) => id.padStart(16, '0');
  const spans = SPANS.map(({ id, parent, name, from, to, attributes }) => ({
    ...{ traceId: TRACE, spanId: spanId(id), ...(parent && { parentSpanId: spanId(parent) }), name, kind: 1 },
    startTimeUnixNano: String(START + BigInt(from) * MS),
    endTimeUnixNano: String(START + BigInt(to) * MS),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
    })),
  }));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${ingestKey}` };
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  expect((await fetch(`${ingestUrl}/v1/traces`, { method: 'POST', headers, body })).status).toBe(200);
}

const rows = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row');
const panel = (page: Page) => page.getByRole('region', { name: 'Agents' });

test.beforeEach(async ({ page, own }) => {
  await sendRun(own);
  await page.goto(`${own.path}/traces/${TRACE}`);
  await expect(rows(page).filter({ hasText: 'billing' }).first()).toBeVisible();
});

test('agents lead to their steps, and the selected step marks its agent', async ({ page }) => {
  await page.getByRole('button', { name: '3 agents' }).click();
  const node = (name: string) => panel(page).getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(node('front_desk')).toHaveAttribute('aria-current', 'true');
  await expect(panel(page).getByText('hand-over')).toBeVisible();
  await expectAccessible(page);
  await node('billing').click();
  await expect(node('billing')).toHaveAttribute('aria-current', 'true');
  const selected = rows(page).and(page.locator('[aria-selected="true"]'));
  await expect(selected).toContainText('billing');
  const first = new URL(page.url()).searchParams.get('step');
  await node('billing').click();
  await expect(page).not.toHaveURL(new RegExp(`step=${first}(&|$)`));
  await expect(node('billing'), 'its second step').toHaveAttribute('aria-current', 'true');
  await expect(page.locator('[role="row"][data-found]')).toHaveCount(2);
});

test('the figures are those of the rows of the timeline, and a table says the same in words', async ({ page }) => {
  await page.keyboard.press('a');
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Table' }).click();
  const row = (name: string) =>
    panel(page)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name }) });
  await expect(row('courier')).toContainText('front_desk');
  await expect(row('billing')).toContainText('front_desk (hand-over)');
  await expectAccessible(page);
  const total = (await row('front_desk').getByTitle('With the agents that it called').textContent())!;
  const sums = await rows(page).getByTitle('The step and all below it').allTextContents();
  expect(sums).toHaveLength(2);
  const cents = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 1e6);
  expect(cents(total)).toBeCloseTo(
    sums.map(cents).reduce((sum, one) => sum + one),
    -3,
  );
  await page.keyboard.press('a');
  await expect(panel(page)).toBeHidden();
});

test('on a phone the graph scrolls in its box, and the page does not', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Find, lanes and time travel' }).click();
  await page.getByRole('button', { name: '3 agents' }).click();
  await expect(panel(page)).toBeVisible();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
