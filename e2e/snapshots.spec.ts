// Text while the model is still writing: what has come of an answer is sent again and again, and seen to grow and to
// settle.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { connect } from '@subtext/db';
import { expect, expectAccessible, test } from './fixtures.ts';
import { send } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Step 1' });
const liveTable = (page: Page) => page.getByRole('treegrid', { name: 'Steps as they arrive' });

type Part =
  { type: 'reasoning' | 'text'; content: string } | { type: 'tool_call'; id: string; name: string; arguments: unknown };

/** One generation of a sender that sends snapshots while it streams. */
function generation({ ingestUrl, ingestKey }: OwnProject) {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  const began = BigInt(Date.now()) * 1_000_000n - 5_000_000_000n;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const count = (key: string, value: number) => ({ key, value: { intValue: String(value) } });
  const tell = async (parts: readonly Part[], end: bigint, more: object[]) => {
    const asked = [{ role: 'user', parts: [{ type: 'text', content: 'Is order 8812 on its way?' }] }];
    const attributes = [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.provider.name', 'openai'),
      text('gen_ai.request.model', 'gpt-5.2'),
      text('subtext.api', 'openai.chat'),
      text('gen_ai.input.messages', JSON.stringify(asked)),
      text('gen_ai.output.messages', JSON.stringify([{ role: 'assistant', parts }])),
      ...more,
    ];
    const span = { traceId, spanId, name: 'chat gpt-5.2', kind: 3, attributes };
    const times = { startTimeUnixNano: String(began), endTimeUnixNano: String(end) };
    const scope = { name: '@subtext/sdk' };
    const body = { resourceSpans: [{ scopeSpans: [{ scope, spans: [{ ...span, ...times }] }] }] };
    expect(await send(body, { ingestUrl, key: ingestKey })).toBe(200);
  };
  return {
    traceId,
    snapshot: (number: number, ...parts: Part[]) => tell(parts, 0n, [count('subtext.snapshot', number)]),
    end: (...parts: Part[]) =>
      tell(parts, began + 9_000_000_000n, [
        count('gen_ai.usage.input_tokens', 1200),
        count('gen_ai.usage.output_tokens', 480),
        count('gen_ai.usage.reasoning.output_tokens', 300),
      ]),
  };
}

const thought = (content: string): Part => ({ type: 'reasoning', content });
const said = (content: string): Part => ({ type: 'text', content });
const called = (given: unknown): Part => ({ type: 'tool_call', id: 'call_1', name: 'get_order', arguments: given });

const LONG = 'The customer asks for order 8812, so I look for it first. '.repeat(12);

test('a thought is shown while it streams, in its row and in the panel, and the rest of the trace stays in place', async ({
  page,
  own,
}) => {
  const { traceId, snapshot, end } = generation(own);
  await snapshot(1, thought('First I look'));
  await page.goto(`${own.path}/traces/${traceId}?step=1`);
  await expect(timeline(page)).toContainText('First I look');
  await expect(panelOf(page)).toContainText('First I look');
  await expect(timeline(page)).toContainText(/∙∙∙ \d+ s/);
  await expect(timeline(page)).toContainText('not known');
  await expect(page.locator('main')).toContainText('coverage not known yet');
  await expect(page.locator('main')).not.toContainText(/✓|no price|\$0/);
  const skeletons: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('trace.skeleton')) skeletons.push(request.url());
  });
  await snapshot(2, thought('First I look for the order'));
  await expect(timeline(page)).toContainText('First I look for the order');
  await expect(panelOf(page)).toContainText('First I look for the order');
  await snapshot(3, thought(`First I look for the order. ${LONG}Then I`));
  // Its end is what is new.
  await expect(timeline(page).getByText(/Then I$/)).toBeInViewport();
  await expect(panelOf(page)).toContainText(`${LONG}Then I`);
  expect(skeletons).toEqual([]);
  // What comes late changes nothing.
  await snapshot(2, thought('First I look for the order'));
  await snapshot(4, thought(`${LONG}Then I ask.`), said('It is **on its'));
  await expect(timeline(page)).toContainText('It is **on its');
  await expect(panelOf(page)).toContainText('It is **on its');
  await expectAccessible(page);
  await end(thought(`${LONG}Then I ask.`), said('It is **on its way**.'));
  await expect(panelOf(page).locator('strong')).toHaveText('on its way');
  await expect(timeline(page)).toContainText('It is **on its way**.');
  await expect(timeline(page)).not.toContainText('∙∙∙');
  await expect(timeline(page)).toContainText('300 tok');
  await expect(timeline(page)).toContainText('$');
});

test('a call is shown while its arguments stream, and runs when they are complete', async ({ page, own }) => {
  const { traceId, snapshot, end } = generation(own);
  await snapshot(1, said('Let me look'));
  await page.goto(`${own.path}/traces/${traceId}?step=1`);
  await expect(timeline(page)).toContainText('Let me look');
  const row = timeline(page).getByRole('row', { name: /^Step 1,/ });
  await expect(row).toHaveAccessibleName(/no thinking reported so far, no end yet, usage not known/);
  await snapshot(2, said('Let me look that up.'), called('{"order": 88'));
  await expect(row).toContainText('“Let me look that up.”');
  await expect(row).toContainText('{"order": 88');
  await expect(row).toContainText('∙∙∙ streaming');
  await expect(panelOf(page)).toContainText('{"order": 88');
  await snapshot(3, said('Let me look that up.'), called('{"order": 8812, "with":'));
  await expect(row).toContainText('{"order": 8812, "with":');
  await expect(panelOf(page)).toContainText('"with":');
  await end(said('Let me look that up.'), called({ order: 8812, with: ['items'] }));
  await expect(row).toContainText('∙∙∙ running');
  await expect(row).not.toContainText('streaming');
  await expect(panelOf(page)).toContainText('items');
});

test('the transcript grows with the answer, and follows its end for a reader at the end', async ({ page, own }) => {
  const { traceId, snapshot, end } = generation(own);
  const messages = page.getByRole('region', { name: 'Messages' });
  await snapshot(1);
  await page.goto(`${own.path}/traces/${traceId}?view=messages`);
  await expect(messages).toContainText(/∙∙∙ \d+ s/);
  await expect(messages).not.toContainText(/No output|not reported|Not captured/);
  await snapshot(2, thought('First I look'));
  await expect(messages).toContainText('First I look');
  await expect(messages.getByRole('heading', { name: 'Answer' })).toBeHidden();
  await snapshot(3, thought(`First I look. ${LONG}`), said('It is **on its'));
  await expect(messages).toContainText(`First I look. ${LONG.trim()}`);
  await expect(messages).toContainText('It is **on its');
  await expect(messages).toContainText(/∙∙∙ \d+ s/);
  await expectAccessible(page);
  // Without scrolling, the text that is read stays in place.
  const far = `It is **on its way**. ${LONG.repeat(8)}`;
  await snapshot(4, thought(`First I look. ${LONG}`), said(`${far}Then`));
  await expect(messages).toContainText(`${LONG}Then`);
  await expect(messages.getByText('First I look.')).toBeInViewport();
  await messages.focus();
  await page.keyboard.press('End');
  await expect(messages.getByText('∙∙∙')).toBeInViewport();
  await snapshot(5, thought(`First I look. ${LONG}`), said(`${far}${LONG}Then I ask`));
  await expect(messages).toContainText('Then I ask');
  await expect(messages.getByText('∙∙∙')).toBeInViewport();
  await end(thought(`First I look. ${LONG}`), said(`${far}${LONG}Then I ask.`));
  await expect(messages.locator('strong')).toHaveText('on its way');
  await expect(messages).toContainText('Then I ask.');
  await expect(messages).not.toContainText('∙∙∙');
});

test('the transcript of a streaming step follows its end, until the reader scrolls away', async ({ page, own }) => {
  const { traceId, snapshot, end } = generation(own);
  const messages = page.getByRole('region', { name: 'Messages' });
  const far = `It is **on its way**. ${LONG.repeat(8)}`;
  await snapshot(1, thought('First I look'), said(far));
  await page.goto(`${own.path}/traces/${traceId}?view=messages&step=1`);
  await expect(messages).toContainText('It is **on its way**');
  await snapshot(2, thought('First I look'), said(`${far}${LONG}Then I ask`));
  await expect(messages).toContainText('Then I ask');
  await expect(messages.getByText('∙∙∙')).toBeInViewport();
  await messages.focus();
  await page.keyboard.press('Home');
  await expect(messages.getByText('First I look')).toBeInViewport();
  await end(thought('First I look'), said(`${far}${LONG}Then I ask, and wait.`));
  await expect(messages).toContainText('and wait.');
  await expect(messages.getByText('First I look')).toBeInViewport();
});

test('the transcript shows a call while its arguments stream', async ({ page, own }) => {
  const { traceId, snapshot, end } = generation(own);
  const messages = page.getByRole('region', { name: 'Messages' });
  await snapshot(1, said('Let me look'));
  await page.goto(`${own.path}/traces/${traceId}?view=messages`);
  await expect(messages).toContainText('Let me look');
  await snapshot(2, said('Let me look that up.'), called('{"order": 88'));
  await expect(messages.getByRole('heading', { name: /Called get_order streaming/ })).toBeVisible();
  await expect(messages).toContainText('{"order": 88');
  await snapshot(3, said('Let me look that up.'), called('{"order": 8812, "with":'));
  await expect(messages).toContainText('{"order": 8812, "with":');
  await expect(messages, 'a result that has not arrived is not "not captured"').not.toContainText('Not captured');
  await end(said('Let me look that up.'), called({ order: 8812, with: ['items'] }));
  await expect(messages).toContainText('"items"');
  await expect(messages.getByRole('heading', { name: /Called get_order running/ })).toBeVisible();
  await expect(messages).not.toContainText('streaming');
});

test('an answer whose sender is gone has no end recorded, and keeps its text so far', async ({ page, own, system }) => {
  const { traceId, snapshot } = generation(own);
  await snapshot(1, thought('First I look'), said('It is'));
  const sql = connect(system.webEnv.DATABASE_URL!, { max: 1, applicationName: 'subtext journeys' });
  await sql`UPDATE traces SET updated_at = now() - interval '2 minutes' WHERE trace_id = decode(${traceId}, 'hex')`;
  await sql.end();
  await page.goto(`${own.path}/traces/${traceId}`);
  await expect(timeline(page)).toContainText('First I look');
  await expect(timeline(page)).toContainText(/no end recorded\s*It is/);
  await expect(timeline(page)).not.toContainText('∙∙∙');
  await expect(page.locator('main')).not.toContainText(/✓|no price|\$0/);
  await page.goto(`${own.path}/traces`);
  await expect(page.getByRole('grid', { name: 'Traces' })).toContainText('Is order 8812 on its way?');
  await expect(page.getByRole('grid', { name: 'Traces' })).not.toContainText('✓');
});

test('the live screen shows the thought of a pending row as it grows, in its place', async ({ page, own }) => {
  const { snapshot, end } = generation(own);
  await page.goto(`${own.path}/live`);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await snapshot(1);
  const rows = liveTable(page).getByRole('row');
  await expect(rows.nth(1)).toContainText(/∙∙∙ \d+ s/);
  const other = generation(own);
  await other.end(thought('Another trace meanwhile'), said('Done.'));
  await expect(rows.nth(2)).toContainText('Another trace meanwhile');
  await snapshot(2, thought('First I look'));
  await expect(rows.nth(1)).toContainText('First I look');
  await snapshot(3, thought(`First I look. ${LONG}Then I`));
  await expect(rows.nth(1).getByText(/Then I$/)).toBeInViewport();
  await expect(rows.nth(1)).toContainText('not known');
  await snapshot(4, thought(`First I look. ${LONG}Then I ask.`), called('{"order": 88'));
  await expect(rows.nth(1)).toContainText('{"order": 88');
  await expectAccessible(page);
  await end(thought(`First I look. ${LONG}Then I ask.`), called({ order: 8812 }));
  await expect(rows.nth(1)).toContainText('$');
  await expect(rows.nth(1)).not.toContainText('∙∙∙');
  await expect(rows.nth(2)).toContainText('Another trace meanwhile');
  await expect(rows).toHaveCount(3);
});
