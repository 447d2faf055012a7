/**
 * Log records fill in the row of their span. Rows and sums are the same in any order, are restored when the record
 * stops describing calls, and are charged again with a new price.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costFields, costOf, type Rates } from '@subtext/reasoning';
import type { Sql } from '../postgres/connect.ts';
import postgres from '../generated/postgres/index.js';
import { saveProjectPrice } from '../projects/project-prices.ts';
import { checkSums } from '../maintain/recount.ts';
import { repriceStored } from '../maintain/reprice.ts';
import type { CallRecord, LogRecordThinking, SpanRecord, StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { spanIdOf, storableSpan } from '../testing/storable-spans.ts';
import { stored as sumsOf } from '../testing/stored.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const at = (milliseconds: number) => `2026-11-21T10:00:00.${String(milliseconds).padStart(3, '0')}000Z`;

const RATES: Rates = {
  inputRate: 2_000_000_000,
  cacheReadRate: null,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 10_000_000_000,
  reasoningRate: null,
};

/** A span without content: 90 of its 96 tokens are thinking. */
function span(name: string, fields: Partial<SpanRecord> = {}, rates: Rates | null = RATES): StorableSpan {
  const cost = costOf({ input: 210, output: 96, reasoning: 90 }, rates);
  return storableSpan({
    span: {
      ...{ spanId: spanIdOf(name), startedAt: at(100), durationNs: 200e6, inputTokens: 210, outputTokens: 96 },
      ...{ reasoningTokens: 90, reasoningSource: 'reported', thinkingState: 'withheld' },
      ...{ readableTokens: 0, summaryTokens: 0, noTextTokens: 90 },
      ...costFields(cost, { readable: 0, summary: 0, noText: 90 }),
      ...fields,
    },
    calls: [],
  });
}

const call = (callId: string, thoughts: string[]): CallRecord => ({
  ...storableSpan({}).calls[0]!,
  callId,
  thinkingState: thoughts.length > 0 ? 'readable' : 'unreported',
  thoughtCount: thoughts.length,
  texts: { thoughts, preamble: null, arguments: '{}', result: null },
});

const THINKING: LogRecordThinking = {
  state: { alone: 'readable', thought: 'summary', none: 'none' },
  calls: [
    { thought: 'readable', none: 'readable', blocks: [{ kind: 'readable', length: 20 }] },
    { thought: 'unreported', none: 'none', blocks: [] },
    { thought: 'summary', none: 'summary', blocks: [{ kind: 'summary', length: 10 }] },
  ],
  pays: { thought: true, none: true },
};

/** A log record with the content and no usage. */
const record = (name: string, of: string, fields: Partial<SpanRecord> = {}): StorableSpan => ({
  ...storableSpan({
    span: {
      spanId: spanIdOf(name),
      parentSpanId: spanIdOf(of),
      kind: 'span',
      startedAt: at(300),
      durationNs: 0,
      ...fields,
    },
    calls: [call('call_1', ['x'.repeat(20)]), call('call_2', []), call('call_3', ['y'.repeat(10)])],
  }),
  attachedTo: spanIdOf(of),
  logRecordThinking: THINKING,
});

/** A message that arrived in its own record. */
const question = (name: string, of: string, milliseconds: number): StorableSpan => ({
  ...record(name, of, { startedAt: at(milliseconds), inputPreview: `asked at ${milliseconds}` }),
  calls: [],
  logRecordThinking: undefined as never,
});

async function write(batches: readonly (readonly StorableSpan[])[], projectId: string): Promise<void> {
  const writeBatch = createWriteBatch(database.sql);
  for (const batch of batches) await writeBatch(batch.map((one) => ({ ...one, projectId })));
  expect(await checkSums(database.sql, projectId)).toEqual([]);
}

async function rows(projectId: string) {
  const spans = await database.sql`
    select convert_from(span_id, 'UTF8') as name, thinking_state as state, readable_tokens::int, summary_tokens::int, no_text_tokens::int,
      readable_cost::int, summary_cost::int, no_text_cost::int, input_preview as asked, output_preview as answered,
      convert_from(described_in, 'UTF8') as described_in, duplicate_of is not null as is_copy
    from spans where project_id = ${projectId} and kind = 'generation' order by span_id`;
  const calls = await database.sql`
    select call_id as id, described_by as by, thinking_state as state, reasoning_tokens::int as tokens, reasoning_tokens_source as source,
      reasoning_cost::int as cost
    from tool_calls where project_id = ${projectId} order by span_id, call_index`;
  return { spans: [...spans].map((row) => ({ ...row })), calls: [...calls].map((row) => ({ ...row })) };
}

const BARE = {
  ...{ name: 'span....', state: 'withheld', readable_tokens: 0, summary_tokens: 0, no_text_tokens: 90 },
  ...{ readable_cost: 0, summary_cost: 0, no_text_cost: 900_000 },
  ...{ asked: null, answered: null, described_in: null, is_copy: false },
};
const FILLED = {
  ...{ name: 'span....', state: 'summary', readable_tokens: 60, summary_tokens: 30, no_text_tokens: 0 },
  ...{ readable_cost: 600_000, summary_cost: 300_000, no_text_cost: 0 },
  ...{ asked: 'asked at 9', answered: 'Three.', described_in: 'record..', is_copy: false },
};
const CHARGED = [
  { id: 'call_1', by: 'generation', state: 'readable', tokens: 60, source: 'apportioned', cost: 600_000 },
  { id: 'call_2', by: 'generation', state: 'unreported', tokens: null, source: null, cost: null },
  { id: 'call_3', by: 'generation', state: 'summary', tokens: 30, source: 'apportioned', cost: 300_000 },
];

const RECORDS = [
  record('record', 'span', { outputPreview: 'Three.' }),
  question('first', 'span', 5),
  question('last', 'span', 9),
];

test('a span is filled in from its records, whether they arrive before it, after it, around it or with it, and totals include them', async () => {
  const all = [span('span'), ...RECORDS];
  const seen = fc.record({
    order: fc.shuffledSubarray(all, { minLength: all.length }),
    size: fc.integer({ min: 1, max: all.length }),
    again: fc.subarray(all),
  });
  await fc.assert(
    fc.asyncProperty(seen, async ({ order, size, again }) => {
      const projectId = await newProject(database.sql);
      const batches = order.flatMap((_, index) => (index % size === 0 ? [order.slice(index, index + size)] : []));
      await write([...batches, again], projectId);
      expect(await rows(projectId)).toEqual({ spans: [FILLED], calls: CHARGED });
      const { traces, models, tools } = await sumsOf(database.sql, projectId);
      expect(traces).toMatchObject([{ hidden_reasoning_tokens: 30n, readable_cost: 600_000n, no_text_cost: 0n }]);
      expect(models).toMatchObject([{ readable_tokens: 60n, summary_tokens: 30n, no_text_tokens: 0n }]);
      expect(tools).toMatchObject([{ calls: 3, calls_with_tokens: 2, reasoning_tokens: 90n, hidden_cost: 300_000n }]);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ['does not report thinking tokens', { reasoningTokens: null, state: 'readable', tokens: [null, null, null] }],
  ['reports no thinking', { reasoningTokens: 0, state: 'none', tokens: [0, null, 0] }],
])('a span that %s gets the matching state', async (_, { reasoningTokens, state, tokens }) => {
  const figures = { reasoningTokens, readableTokens: reasoningTokens, summaryTokens: null, noTextTokens: null };
  for (const order of [0, 1]) {
    const projectId = await newProject(database.sql);
    const batches = [[span('span', figures, null)], RECORDS];
    await write(order === 0 ? batches : batches.toReversed(), projectId);
    const { spans, calls } = await rows(projectId);
    expect(spans).toMatchObject([{ state, readable_tokens: reasoningTokens }]);
    expect(calls.map((one) => one.tokens as unknown)).toEqual(tokens);
  }
});

test('a span with content of its own keeps it, also when the record was first to describe its calls', async () => {
  const own = { outputPreview: 'Mine.', inputPreview: 'Own question.', thinkingState: 'encrypted' } as const;
  for (const order of [0, 1]) {
    const projectId = await newProject(database.sql);
    const batches = [[{ ...span('span', own), calls: [call('call_1', [])] }], RECORDS];
    await write(order === 0 ? batches : batches.toReversed(), projectId);
    const kept = { ...BARE, state: 'encrypted', asked: 'Own question.', answered: 'Mine.' };
    expect((await rows(projectId)).spans).toEqual([kept]);
  }
});

test('when another instrumentation later describes the calls of a record, what was filled in from it is removed', async () => {
  const projectId = await newProject(database.sql);
  const outer = {
    ...span('adapter', { parentSpanId: spanIdOf('root'), scope: 'adapter' }),
    calls: [call('call_1', [])],
  };
  const step = span('step', {
    parentSpanId: spanIdOf('adapter'),
    kind: 'chain',
    inputTokens: null,
    outputTokens: null,
  });
  const inner = span('span', { parentSpanId: spanIdOf('step'), scope: 'client' });
  await write([[inner], RECORDS, [outer]], projectId);
  expect((await rows(projectId)).spans).toMatchObject([{ name: 'adapter.' }, FILLED]);
  // Only this span shows that one contains the other.
  await write([[step]], projectId);
  const { spans, calls } = await rows(projectId);
  expect(spans).toMatchObject([
    { name: 'adapter.', is_copy: false },
    { ...BARE, asked: 'asked at 9', is_copy: true },
  ]);
  expect(calls.map(({ by }) => by as unknown)).toEqual(['generation', 'history', 'history']);
});

test("a record's answer does not change the number of calls, whenever it arrives", async () => {
  const outer = span('adapter', { parentSpanId: spanIdOf('root'), scope: 'adapter' });
  const inner = span('span', { parentSpanId: spanIdOf('adapter'), scope: 'client', outputPreview: 'Four.' });
  const spans = record('record', 'adapter', { outputPreview: 'Three.' });
  for (const batches of [
    [[outer], [spans], [inner]],
    [[inner], [spans], [outer]],
    [[inner], [outer], [spans]],
  ]) {
    const projectId = await newProject(database.sql);
    await write(batches, projectId);
    const { traces } = await sumsOf(database.sql, projectId);
    expect(traces).toMatchObject([{ generation_count: 1 }]);
  }
});

/**
 * Two instrumentations of up to three calls, some without calls, with records of either, so that any row may stop
 * describing calls.
 */
const crowds = fc
  .array(
    fc.record({
      name: fc.constantFrom('n1', 'n2', 'n3', 'n4'),
      parent: fc.constantFrom('n1', 'n2', 'root'),
      scope: fc.constantFrom('adapter', 'client'),
      kind: fc.constantFrom('generation', 'generation', 'chain'),
      responseId: fc.option(fc.constant('resp_1'), { nil: null, freq: 3 }),
      contents: fc.constantFrom('none', 'span', 'record', 'both'),
      reasoningTokens: fc.constantFrom(90, 90, 0, null),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .chain((nodes) => {
    const spans = nodes.flatMap(({ name, parent, contents, reasoningTokens, ...fields }) => [
      {
        ...span(name, { ...fields, reasoningTokens, parentSpanId: spanIdOf(parent) }, null),
        calls: contents === 'span' || contents === 'both' ? [call('call_1', ['a thought'])] : [],
      },
      ...(contents === 'record' || contents === 'both'
        ? [record(`r${name}`, name, { responseId: fields.responseId })]
        : []),
      question(`q${name}`, name, 5),
    ]);
    return fc.record({
      order: fc.shuffledSubarray(spans, { minLength: spans.length }),
      size: fc.integer({ min: 1, max: 4 }),
    });
  });

test('in any order and any batches, totals equal a recount', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(crowds, async ({ order, size }) => {
      const batches = order.flatMap((_, index) => (index % size === 0 ? [order.slice(index, index + size)] : []));
      const projectId = await newProject(database.sql);
      await write([...batches, order], projectId);
      const orphans = await database.sql`
        select told.span_id from spans told where told.project_id = ${projectId} and told.described_in is not null and not exists (
          select from tool_calls c where c.project_id = told.project_id and c.span_id = told.described_in and c.described_by = 'generation')`;
      expect(orphans).toHaveLength(0);
    }),
    { numRuns: 60 },
  );
});

describe('a price that is added later', () => {
  test('is charged to calls that a record describes as if it had been there', async () => {
    const [late, early] = [await newProject(database.sql), await newProject(database.sql)];
    await write([[span('span', {}, null)], RECORDS], late);
    await write([[span('span')], RECORDS], early);
    const price = { provider: 'openai', model: 'gpt-5.2', validFrom: '2026-11-01T00:00:00.000Z', ...RATES, by: null };
    const id = await saveProjectPrice(database.sql, { ...price, projectId: late });
    const page = { projectId: late, id: id!, after: null, limit: 9 };
    expect(await repriceStored(database.sql, page)).toMatchObject({ repriced: 1 });
    expect(await rows(late)).toEqual(await rows(early));
    expect(await sumsOf(database.sql, late)).toEqual(await sumsOf(database.sql, early));
    expect(await checkSums(database.sql, late)).toEqual([]);
  });
});

const OF_RECORDS = ['"ownCalls"', 'UPDATE spans', 'UPDATE tool_calls'];

test('batches without log records of a span send no statement for them', async () => {
  const said: string[] = [];
  const heard = postgres(database.url, {
    types: { bigint: postgres.BigInt, date: { to: 1082, from: [1082], serialize: String, parse: String } },
    debug: (_connection: number, query: string) => said.push(query),
  }) as unknown as Sql;
  const writeBatch = createWriteBatch(heard);
  const projectId = await newProject(database.sql);
  const of = (...spans: StorableSpan[]) => writeBatch(spans.map((one) => ({ ...one, projectId })));
  const isAsked = () => said.splice(0).some((query) => OF_RECORDS.some((text) => query.includes(text)));
  await of(span('span'), span('next'));
  await of({ ...record('plain', 'span'), logRecordThinking: undefined as never, calls: [] });
  expect(isAsked()).toBe(false);
  await of(span('third'), record('record', 'third'), span('fourth'));
  expect(isAsked()).toBe(false);
  await of(record('late', 'span'));
  expect(isAsked()).toBe(true);
  await heard.end();
});
