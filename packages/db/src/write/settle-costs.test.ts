/** Costs that log records report. Rows and sums are the same in any order, also with a price that is set later. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { costFields, costOf, type Rates } from '@subtext/reasoning';
import {
  BLANK_CALL,
  type CallRecord,
  type LogRecordCall,
  type PriceRecord,
  type SpanRecord,
  type StorableSpan,
} from '@subtext/trace';
import type { Sql } from '../postgres/connect.ts';
import postgres from '../generated/postgres/index.js';
import { saveProjectPrice } from '../projects/project-prices.ts';
import { spanReceipt } from '../read/trace/span-receipt.ts';
import { checkSums } from '../maintain/recount.ts';
import { repriceStored } from '../maintain/reprice.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { spanIdOf, storableSpan } from '../testing/storable-spans.ts';
import { stored as sumsOf, withoutEmpty } from '../testing/stored.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const RATES: Rates = {
  inputRate: 2_000_000_000,
  cacheReadRate: null,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 10_000_000_000,
  reasoningRate: null,
};
const PRICE: PriceRecord = {
  ...{ provider: 'openai', model: 'gpt-5.2', matchedModel: 'gpt-5.2', source: 'test', asOf: '2026-11-01' },
  ...RATES,
  promptOver: null,
};

const described = (callId: string, tokens: number): CallRecord => ({
  ...BLANK_CALL,
  ...{ callId, toolName: 'get_order', startedAt: '2026-11-21T10:00:00.000000Z', thinkingState: 'readable' },
  ...{ thoughtCount: 1, thoughtCharacters: tokens, reasoningTokens: tokens, reasoningTokensSource: 'apportioned' },
});

/** 90 of the 96 tokens are thinking. `usd`: the cost that the span itself reports; `price`: the price of its model. */
function call(
  name: string,
  { usd, price = PRICE, ...fields }: Partial<SpanRecord> & { usd?: number; price?: PriceRecord | null } = {},
): StorableSpan {
  const usage = { input: 210, output: 96, reasoning: 90 };
  const cost = costOf(usd === undefined ? usage : { ...usage, providerCostUsd: usd }, price);
  const share = cost?.reasoning ?? null;
  return {
    ...storableSpan({
      span: {
        ...{ spanId: spanIdOf(name), responseId: 'req_1', startedAt: '2026-11-21T10:00:00.100000Z', durationNs: 200e6 },
        ...{ inputTokens: 210, outputTokens: 96, reasoningTokens: 90, reasoningSource: 'reported' },
        ...{ thinkingState: 'readable', readableTokens: 90, summaryTokens: 0, noTextTokens: 0 },
        ...costFields(cost, { readable: 90, summary: 0, noText: 0 }),
        ...fields,
      },
      calls: [
        { ...described('call_1', 60), reasoningCost: share === null ? null : (share * 2) / 3 },
        { ...described('call_2', 30), reasoningCost: share === null ? null : share / 3 },
      ],
    }),
    price: cost?.source === 'computed' ? price : null,
  };
}

/** A log record that was written while the span `open` was running. */
const costRecord = (name: string, cost: number, { open = 'agent', of: responseId = 'req_1' } = {}): StorableSpan => ({
  ...storableSpan({
    span: {
      ...{ spanId: spanIdOf(name), parentSpanId: spanIdOf(open), kind: 'span', responseId, durationNs: 0 },
      ...{ provider: null, requestModel: null, startedAt: '2026-11-21T10:00:00.300000Z' },
    },
    calls: [],
  }),
  attachedTo: spanIdOf(open),
  logRecordCost: cost,
});

const agent = storableSpan({
  span: { spanId: spanIdOf('agent'), kind: 'agent', name: 'claude_code.interaction' },
  calls: [],
});
const other = call('other', { responseId: 'req_2' });

async function write(batches: readonly (readonly StorableSpan[])[], projectId: string): Promise<void> {
  const writeBatch = createWriteBatch(database.sql);
  for (const batch of batches) await writeBatch(batch.map((one) => ({ ...one, projectId })));
  expect(await checkSums(database.sql, projectId)).toEqual([]);
}

async function rows(projectId: string) {
  const spans = await database.sql`
    select convert_from(span_id, 'UTF8') as name, total_cost::int as total, input_cost::int as input, output_cost::int as output,
      reasoning_cost::int as reasoning, readable_cost::int as readable, cost_source as source, p.as_of::text as priced,
      duplicate_of is not null as is_copy
    from spans left join prices p on p.id = price_id where project_id = ${projectId} and kind = 'generation' order by span_id`;
  const calls = await database.sql`
    select call_id as id, described_by as by, reasoning_cost::int as cost
    from tool_calls where project_id = ${projectId} order by span_id, call_index`;
  return { spans: [...spans].map((row) => ({ ...row })), calls: [...calls].map((row) => ({ ...row })) };
}

const sums = async (projectId: string) => withoutEmpty(await sumsOf(database.sql, projectId));

const inAnyOrder = (all: readonly StorableSpan[]) =>
  fc
    .record({
      order: fc.shuffledSubarray([...all], { minLength: all.length }),
      size: fc.integer({ min: 1, max: all.length }),
      again: fc.subarray([...all]),
    })
    .map(({ order, size, again }) => [
      ...order.flatMap((_, index) => (index % size === 0 ? [order.slice(index, index + size)] : [])),
      again,
    ]);

/** 0.00276 dollars, twice the list price. */
const REPORTED = 2_760_000;
const COMPUTED = {
  ...{ name: 'call....', total: 1_380_000, input: 420_000, output: 960_000, reasoning: 900_000, readable: 900_000 },
  ...{ source: 'computed', priced: '2026-11-01', is_copy: false },
};
const FILLED = {
  ...COMPUTED,
  ...{
    total: 2_760_000,
    input: 840_000,
    output: 1_920_000,
    reasoning: 1_800_000,
    readable: 1_800_000,
    source: 'record',
  },
};

test('the cost of a call comes from its log record, in both orders, with the same rows as if the span had reported it', async () => {
  // Written while another model call was running, which it does not describe.
  const record = [call('call'), costRecord('bill', REPORTED, { open: 'other' }), other, agent];
  const itself = await newProject(database.sql);
  await write([[call('call', { usd: REPORTED / 1e9 }), other, agent]], itself);
  await fc.assert(
    fc.asyncProperty(inAnyOrder(record), async (batches) => {
      const projectId = await newProject(database.sql);
      await write(batches, projectId);
      const { spans, calls } = await rows(projectId);
      expect(spans).toEqual([FILLED, { ...COMPUTED, name: 'other...' }]);
      expect(calls.map(({ cost }) => cost as unknown)).toEqual([1_200_000, 600_000, 600_000, 300_000]);
      expect(await sums(projectId)).toEqual(await sums(itself));
    }),
    { numRuns: 40 },
  );
});

/**
 * Everything that may meet for one call: duplicates, records of content, different sums, spans without an end, calls of
 * several traces.
 */
const crowd: readonly StorableSpan[] = [
  { ...call('call', { scope: 'client' }), calls: [] },
  call('open', { responseId: 'req_3', durationNs: null, inputTokens: null, outputTokens: null, snapshot: 1 }),
  call('open', { responseId: 'req_3' }),
  call('copy', { scope: 'framework' }),
  call('waited', { scope: 'proxy', inputTokens: null, outputTokens: null, price: null }),
  call('unpriced', { responseId: 'req_4', requestModel: 'gpt-unknown', price: null }),
  call('itself', { responseId: 'req_5', usd: 0.001 }),
  call('silent', { responseId: 'req_6', inputTokens: null, price: null }),
  ...[
    costRecord('bill', REPORTED),
    costRecord('less', REPORTED / 2),
    costRecord('open1', REPORTED, { open: 'call', of: 'req_3' }),
    costRecord('four', 9, { open: 'open', of: 'req_4' }),
  ],
  ...[
    costRecord('five', REPORTED, { of: 'req_5' }),
    costRecord('six', REPORTED, { of: 'req_6' }),
    costRecord('none', REPORTED, { open: 'none', of: 'req_9' }),
  ],
  agent,
];

/** Which of two duplicates counts depends on the order. Their costs and everything else are the same. */
const withoutCopies = ({ spans }: Awaited<ReturnType<typeof rows>>) => spans.map(({ is_copy: _, ...row }) => row);

test('in any order and any batches, rows of calls are the same, and totals equal a recount', async () => {
  const first = await newProject(database.sql);
  await write([crowd], first);
  const expected = withoutCopies(await rows(first));
  expect(expected).toMatchObject([
    { name: 'call....', total: REPORTED, source: 'record' },
    { name: 'copy....', total: REPORTED, source: 'record' },
    { name: 'itself..', total: 1_000_000, source: 'provider' },
    { name: 'open....', total: REPORTED, source: 'record' },
    { name: 'silent..', total: null, input: null, output: null, source: null },
    { name: 'unpriced', total: 9, source: 'record', priced: null },
    { name: 'waited..', total: null, source: null },
  ]);
  await fc.assert(
    fc.asyncProperty(inAnyOrder(crowd), async (batches) => {
      const projectId = await newProject(database.sql);
      await write(batches, projectId);
      expect(withoutCopies(await rows(projectId))).toEqual(expected);
      const [trace] = (await sums(projectId)).traces;
      expect(trace).toMatchObject({ generation_count: 5, generations_unpriced: 1 });
    }),
    { numRuns: 40 },
  );
});

test('a price that is added later splits the reported cost as if it had been there, and does not change the total', async () => {
  const unpriced = call('call', { price: null });
  const record = costRecord('bill', REPORTED);
  const price = { provider: 'openai', model: 'gpt-5.2', validFrom: '2026-11-01T00:00:00.000Z', ...RATES, by: null };
  const orders = [
    [[unpriced], [record], 'price'],
    [[unpriced], 'price', [record]],
    [[record], [unpriced], 'price'],
  ] as const;
  for (const steps of orders) {
    const projectId = await newProject(database.sql);
    for (const step of steps) {
      if (step !== 'price') await write([step], projectId);
      else {
        const id = await saveProjectPrice(database.sql, { ...price, projectId });
        const repriced = await repriceStored(database.sql, { projectId, id: id!, after: null, limit: 9 });
        expect(repriced).toMatchObject({ repriced: 1 });
      }
    }
    expect((await rows(projectId)).spans).toEqual([FILLED]);
    expect(await checkSums(database.sql, projectId)).toEqual([]);
  }
});

test('its receipt contains no rates, because they would give another total', async () => {
  const projectId = await newProject(database.sql);
  const receipt = () => spanReceipt(database.sql, { projectId, traceId: other.traceId }, spanIdOf('call'));
  await write([[call('call')]], projectId);
  expect(await receipt()).toMatchObject({ totalCost: 1_380_000n, price: { outputRate: 10_000_000_000n } });
  await write([[costRecord('bill', REPORTED)]], projectId);
  expect(await receipt()).toMatchObject({ totalCost: 2_760_000n, costSource: 'record', price: null });
});

test('calls that another log record describes are charged their shares of the reported cost', async () => {
  const bare = call('call', { thinkingState: 'withheld', readableTokens: 0, noTextTokens: 90 });
  const block = (length: number): LogRecordCall => ({
    ...{ thought: 'readable', none: 'none' },
    blocks: [{ kind: 'readable', length }],
  });
  const contents: StorableSpan = {
    ...storableSpan({
      span: { spanId: spanIdOf('contents'), kind: 'span', durationNs: 0 },
      calls: [described('call_1', 20), described('call_2', 10)],
    }),
    attachedTo: spanIdOf('call'),
    logRecordThinking: {
      state: { alone: 'readable', thought: 'readable', none: 'none' },
      calls: [block(20), block(10)],
      pays: { thought: true, none: true },
    },
  };
  await fc.assert(
    fc.asyncProperty(inAnyOrder([{ ...bare, calls: [] }, contents, costRecord('bill', REPORTED)]), async (batches) => {
      const projectId = await newProject(database.sql);
      await write(batches, projectId);
      const { spans, calls } = await rows(projectId);
      expect(spans).toEqual([FILLED]);
      expect(calls).toMatchObject([{ cost: 1_200_000 }, { cost: 600_000 }]);
    }),
    { numRuns: 20 },
  );
});

const READS_ROWS = '"ownCalls"';
const CHANGES_COSTS = 'cost_source = given';

test('batches without a reported cost read no row, and a cost that is already there changes none', async () => {
  const said: string[] = [];
  const heard = postgres(database.url, {
    types: { bigint: postgres.BigInt, date: { to: 1082, from: [1082], serialize: String, parse: String } },
    debug: (_connection: number, query: string) => said.push(query),
  }) as unknown as Sql;
  const writeBatch = createWriteBatch(heard);
  const projectId = await newProject(database.sql);
  const statementsOf = async (...batch: StorableSpan[]) => {
    await writeBatch(batch.map((one) => ({ ...one, projectId })));
    const queries = said.splice(0);
    return [READS_ROWS, CHANGES_COSTS].filter((statement) => queries.some((query) => query.includes(statement)));
  };
  expect(await statementsOf(agent, other)).toEqual([]);
  expect(await statementsOf(call('call'))).toEqual([]);
  expect(await statementsOf(costRecord('late', REPORTED))).toEqual([READS_ROWS, CHANGES_COSTS]);
  expect(await statementsOf(costRecord('again', REPORTED))).toEqual([READS_ROWS]);
  await heard.end();
});
