/**
 * Usage that only runs report enters the sums and leaves them again. The sums are the same for any order, and nothing
 * is queried when there are no runs.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../postgres/connect.ts';
import postgres from '../generated/postgres/index.js';
import { MAX_SPANS } from './lock-traces.ts';
import { saveProjectPrice } from '../projects/project-prices.ts';
import { checkSums } from '../maintain/recount.ts';
import { repriceStored } from '../maintain/reprice.ts';
import type { SpanRecord, StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { spanIdOf, storableSpan } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { FIND_WHOLE } from './outlines.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** `parent` is the name of the enclosing span. */
function span(name: string, parent: string | null, fields: Partial<SpanRecord>): StorableSpan {
  const place = { spanId: spanIdOf(name), parentSpanId: parent === null ? null : spanIdOf(parent) };
  return storableSpan({ span: { ...place, requestModel: 'gpt-5.2', ...fields }, calls: [] });
}

const REPORTED = { inputTokens: 1000, outputTokens: 200, inputCost: 30, outputCost: 70, totalCost: 100 };
const RUN: Partial<SpanRecord> = { ...REPORTED, kind: 'agent', reasoningTokens: 50 };
const run = (name: string, parent: string | null = null, fields: Partial<SpanRecord> = {}) =>
  span(name, parent, { ...RUN, reasoningCost: 20, requestModel: 'run-model', ...fields });
const bare = (name: string, parent: string) => span(name, parent, {});
/** Only the input, as known when the response began. */
const partly = (name: string, parent: string) => span(name, parent, { inputTokens: 900 });
const whole = (name: string, parent: string) =>
  span(name, parent, { inputTokens: 10, outputTokens: 5, inputCost: 1, outputCost: 2, totalCost: 3 });

async function write(batches: readonly (readonly StorableSpan[])[], projectId: string): Promise<void> {
  const writeBatch = createWriteBatch(database.sql);
  for (const batch of batches) {
    await writeBatch(batch.map((one) => ({ ...one, projectId })));
    expect(await checkSums(database.sql, projectId)).toEqual([]);
  }
}

async function sums(batches: readonly (readonly StorableSpan[])[]) {
  const projectId = await newProject(database.sql);
  await write(batches, projectId);
  const [trace] = await database.sql`
    select generation_count::int as generations, generations_reporting as reporting, generations_unpriced as unpriced, runs_counted as runs,
      generations_in_runs as inside, input_tokens::int as input, output_tokens::int as output, reasoning_tokens::int as thinking,
      (input_cost + answer_cost + readable_cost + summary_cost + no_text_cost)::int as cost, (summary_cost + no_text_cost)::int as hidden, untold_cost::int as untold, models
    from traces where project_id = ${projectId}`;
  return { ...trace };
}

const OF_THE_RUN = {
  reporting: 1,
  unpriced: 0,
  runs: 1,
  input: 1000,
  output: 200,
  thinking: 50,
  cost: 100,
  hidden: 0,
  untold: 20,
};
const OF_A_CALL = {
  reporting: 0,
  runs: 0,
  inside: 0,
  input: 10,
  output: 5,
  thinking: 0,
  cost: 3,
  hidden: 0,
  untold: 0,
};

describe('a run that is the only one to report usage', () => {
  test('counts with its usage, and the calls below it count without theirs', async () => {
    expect(await sums([[run('run'), bare('one', 'run'), partly('two', 'run')]])).toEqual({
      ...OF_THE_RUN,
      generations: 2,
      inside: 2,
      models: ['gpt-5.2', 'run-model'],
    });
  });

  test('counts even when no call below it was reported', async () => {
    expect(await sums([[run('run')]])).toEqual({ ...OF_THE_RUN, generations: 0, inside: 0, models: ['run-model'] });
  });

  test('counts with its tokens when it has no price', async () => {
    const unpriced = { inputCost: null, outputCost: null, reasoningCost: null, noTextCost: null, totalCost: null };
    const totals = await sums([[bare('one', 'run')], [run('run', null, unpriced)]]);
    expect(totals).toMatchObject({ generations: 1, unpriced: 1, runs: 1, input: 1000, cost: 0 });
  });

  test('is the outermost of several, and inner ones count when it no longer does', async () => {
    const lower = {
      inputTokens: 400,
      reasoningTokens: null,
      reasoningCost: null,
    };
    const tree = [run('top'), run('left', 'top', lower), run('right', 'top', lower), bare('call', 'right')];
    expect(await sums([tree])).toMatchObject({ runs: 1, input: 1000, inside: 1 });
    expect(await sums([...tree.map((one) => [one]), [whole('last', 'left')]])).toMatchObject({
      ...{ runs: 1, input: 410, inside: 1, reporting: 0, unpriced: 0 },
    });
  });
});

describe('a call that reports its own usage', () => {
  const late = [[bare('one', 'run'), run('run')], [whole('two', 'tool')], [span('tool', 'run', { kind: 'tool' })]];

  test('removes the usage of the run from the totals, with the model that only the run named', async () => {
    expect(await sums(late)).toEqual({ ...OF_A_CALL, generations: 2, unpriced: 1, models: ['gpt-5.2'] });
    expect(await sums(late.toReversed())).toEqual({ ...OF_A_CALL, generations: 2, unpriced: 1, models: ['gpt-5.2'] });
  });

  test('makes the partial usage of its sibling calls count again', async () => {
    const totals = await sums([[partly('one', 'run'), run('run')], [whole('two', 'run')]]);
    expect(totals).toMatchObject({ runs: 0, inside: 0, input: 910, output: 5, cost: 3, unpriced: 1 });
  });

  test('clears the usage source of runs, and marks the calls for which an enclosing run counts', async () => {
    const projectId = await newProject(database.sql);
    const sources = async () =>
      Object.fromEntries(
        (
          await database.sql`select convert_from(span_id, 'UTF8') as name, usage_source as source from spans
            where project_id = ${projectId} order by span_id`
        ).map((row) => [row.name as string, row.source as unknown]),
      );
    await write(late.slice(0, 2), projectId);
    expect(await sources()).toEqual({ 'one.....': 'run_above', 'run.....': 'run', 'two.....': null });
    await write(late.slice(2), projectId);
    expect(new Set(Object.values(await sources()))).toEqual(new Set([null]));
  });
});

test('totals are the same for any order and any batches', { timeout: 60_000 }, async () => {
  const tree = [
    ...[run('top'), run('left', 'top', { kind: 'chain' }), run('right', 'top'), run('alone')],
    ...[
      bare('one', 'left'),
      whole('two', 'left'),
      bare('three', 'right'),
      partly('four', 'right'),
      bare('five', 'alone'),
    ],
    span('tool', 'right', { kind: 'tool' }),
    run('agent', 'tool'),
  ];
  const expected = await sums([tree]);
  expect(expected).toMatchObject({ runs: 2, input: 2010, inside: 3 });
  const batches = fc
    .tuple(fc.shuffledSubarray(tree, { minLength: tree.length }), fc.integer({ min: 1, max: 4 }))
    .map(([order, size]) => order.flatMap((_, at) => (at % size === 0 ? [order.slice(at, at + size)] : [])));
  await fc.assert(
    fc.asyncProperty(batches, async (given) => {
      expect(await sums(given)).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test('a price that is added later applies to a run, too', async () => {
  const [late, early] = [await newProject(database.sql), await newProject(database.sql)];
  const rates = {
    inputRate: 2e9,
    cacheReadRate: null,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: 10e9,
    reasoningRate: null,
  };
  const costs = { inputCost: 2e6, cacheReadCost: 0, cacheWriteCost: 0, outputCost: 2e6, totalCost: 4e6 };
  const parts = { reasoningCost: 500_000 };
  const totals = { cacheReadTokens: null, costSource: 'computed' } as const;
  const none = Object.fromEntries(Object.keys({ ...costs, ...parts }).map((name) => [name, null]));
  await write([[bare('one', 'run'), run('run', null, { ...totals, ...none, costSource: null })]], late);
  await write([[bare('one', 'run'), run('run', null, { ...totals, ...costs, ...parts })]], early);
  const price = { provider: 'openai', model: 'run-model', validFrom: '2026-11-01T00:00:00.000Z', ...rates, by: null };
  const id = await saveProjectPrice(database.sql, { ...price, projectId: late });
  expect(await repriceStored(database.sql, { projectId: late, id: id!, after: null, limit: 9 })).toMatchObject({
    repriced: 1,
  });
  expect(await stored(database.sql, late)).toEqual(await stored(database.sql, early));
  expect(await checkSums(database.sql, late)).toEqual([]);
});

test('a run that only repeats its calls is priced with them, and not reported as one more call', async () => {
  const projectId = await newProject(database.sql);
  const unpriced = { inputCost: null, outputCost: null, reasoningCost: null, noTextCost: null, totalCost: null };
  const rates = {
    inputRate: 2e9,
    cacheReadRate: null,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: 10e9,
    reasoningRate: null,
  };
  const call = span('call', 'run', { ...REPORTED, ...unpriced });
  await write([[call, run('run', null, { ...unpriced, requestModel: 'gpt-5.2' })]], projectId);
  const price = { provider: 'openai', model: 'gpt-5.2', validFrom: '2026-11-01T00:00:00.000Z', ...rates, by: null };
  const id = await saveProjectPrice(database.sql, { ...price, projectId });
  const page = { projectId, id: id!, after: null, limit: 9 };
  expect(await repriceStored(database.sql, page)).toMatchObject({ repriced: 1 });
  const rows = await database.sql`select total_cost from spans where project_id = ${projectId}`;
  expect(rows.map((row) => row.total_cost as unknown)).toEqual([4_000_000n, 4_000_000n]);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test('a trace with too many spans to search keeps its totals', async () => {
  const projectId = await newProject(database.sql);
  await write([[run('run'), bare('one', 'run')]], projectId);
  await database.sql`update traces set span_count = ${MAX_SPANS + 1} where project_id = ${projectId}`;
  await createWriteBatch(database.sql)([{ ...whole('two', 'run'), projectId }]);
  const [trace] = await database.sql`select runs_counted, input_tokens from traces where project_id = ${projectId}`;
  expect({ ...trace }).toEqual({ runs_counted: 1, input_tokens: 1010n });
});

test('batches send no statement for runs when none could count and none of the trace does', async () => {
  const said: string[] = [];
  const heard = postgres(database.url, {
    types: { bigint: postgres.BigInt, date: { to: 1082, from: [1082], serialize: String, parse: String } },
    debug: (_connection: number, query: string) => said.push(query),
  }) as unknown as Sql;
  const writeBatch = createWriteBatch(heard);
  const projectId = await newProject(database.sql);
  const isAsked = async (...spans: StorableSpan[]) => {
    said.length = 0;
    await writeBatch(spans.map((one) => ({ ...one, projectId })));
    return said.includes(FIND_WHOLE);
  };
  // No run; a run without usage; a run with the calls that it repeats; a run in a trace that it creates.
  expect(await isAsked(whole('one', 'run'), bare('two', 'run'))).toBe(false);
  expect(await isAsked(span('silent', 'run', { kind: 'agent' }))).toBe(false);
  expect(await isAsked(whole('three', 'run'), run('run'))).toBe(false);
  expect(await isAsked({ ...run('other'), traceId: 'b'.repeat(32) })).toBe(false);
  // A query is needed to see whether it changes stored rows.
  expect(await isAsked(run('late'))).toBe(true);
  expect(await isAsked({ ...bare('below', 'other'), traceId: 'b'.repeat(32) })).toBe(true);
  await heard.end();
});
