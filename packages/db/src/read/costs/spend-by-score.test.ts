// The spend by score adds up to the spend of the costs screen, whatever the range, the filter, and what was scored.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { storableSpans } from '../../testing/storable-spans.ts';
import { createWriteBatch } from '../../write/write-batch.ts';
import { writeScores, type NewScore } from '../../write/write-scores.ts';
import { spendByDay } from './spend-by-day.ts';
import { spendByScore, type SpendOfScore } from './spend-by-score.ts';
import { COUNT_ROLLUP, IS_OF_MODEL, ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import { readMeasures, sumOfMeasures, type CallCondition } from './spend-measures.ts';
import { spendOfTraces } from './spend-of-traces.ts';
import type { TraceCondition } from '../traces/trace-conditions.ts';

const ALL_DAYS = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') };

let database: TestDatabase;
let projectId: string;
let traces: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  projectId = (await ensureProject(sql, { slug: 'p', name: 'P' })).id;
  const other = (await ensureProject(sql, { slug: 'q', name: 'Q' })).id;
  const write = createWriteBatch(sql);
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 5 }))
    for (const id of [projectId, other]) await write(spans.map((span) => ({ ...span, projectId: id })));
  const stored = await sql<{ id: string }[]>`
    select encode(trace_id, 'hex') as id from traces where project_id = ${projectId} order by trace_id`;
  traces = stored.map(({ id }) => id);
  const score = (traceId: string, name: string, value: Partial<NewScore>): NewScore => ({
    ...{ projectId, traceId, spanId: null, target: 'trace', name, number: null, label: null, thumbs: null },
    ...{
      comment: null,
      source: 'api',
      authorId: null,
      keyId: null,
      idempotencyKey: `${traceId} ${name} ${JSON.stringify(value)}`,
    },
    ...{ at: '2026-11-28T10:00:00.000Z', ...value },
  });
  const [first, second] = traces as [string, string];
  await writeScores(sql, [
    score(first, 'helpful', { thumbs: true }),
    score(second, 'helpful', { thumbs: true }),
    score(second, 'helpful', { thumbs: false }),
    score(first, 'quality', { number: 0.9 }),
    score(second, 'quality', { number: 0.9 }),
    score(second, 'quality', { number: 0.2, label: 'poor' }),
    score(first, 'tone', { label: 'friendly' }),
    score(second, 'tone', { label: 'friendly' }),
    score(second, 'tone', { label: 'rude' }),
    score(first, 'mixed', { label: 'friendly' }),
    score(first, 'mixed', { thumbs: true }),
    // Of a trace that never came.
    score('f'.repeat(32), 'helpful', { thumbs: true }),
  ]);
});
afterAll(() => database.drop());

interface Scope {
  name?: string;
  range?: { from: Date; to: Date };
  calls?: CallCondition[];
  conditions?: TraceCondition[];
}

function queryOf({ range = ALL_DAYS, calls = [], conditions = [] }: Scope) {
  return { range: { projectId, ...range, calls }, traces: { projectId, ...range, conditions }, calls };
}

const cut = async (asked: Scope) =>
  (await spendByScore(database.sql, queryOf(asked), { name: asked.name ?? 'helpful', least: 0.5 })).rows;

/** Costs, tokens that both have, and counts. */
const sumOf = (rows: readonly Omit<SpendOfScore, 'outcome' | 'category' | 'runs'>[]) => {
  const keys = ['generations', 'generationsUnpriced', 'runsCounted', 'inputTokens', 'outputTokens'] as const;
  const costs = ['inputCost', 'answerCost', 'readableCost', 'summaryCost', 'noTextCost', 'untoldCost'] as const;
  return Object.fromEntries(
    [...keys, ...costs].map((key) => [key, rows.reduce((sum, row) => sum + BigInt(row[key]), 0n)]),
  );
};

const names = (rows: readonly SpendOfScore[]) =>
  rows
    .map(({ outcome, category, runs }) => [outcome, category, runs].filter((one) => one !== null).join(' '))
    .toSorted();

test('a trace is in one row: all thumbs up or any down, all numbers good or any low, one category or several', async () => {
  const rest = traces.length - 2;
  expect(rest).toBeGreaterThan(0);
  expect(names(await cut({ name: 'helpful' }))).toEqual(['down 1', `none ${rest}`, 'up 1']);
  expect(names(await cut({ name: 'quality' }))).toEqual(['good 1', 'low 1', `none ${rest}`]);
  expect(names(await cut({ name: 'tone' }))).toEqual(['category friendly 1', `none ${rest}`, 'several 1']);
  expect(names(await cut({ name: 'mixed' }))).toEqual([`none ${rest + 1}`, 'several 1']);
  expect(names(await cut({ name: 'never' }))).toEqual([`none ${traces.length}`]);
});

test.each(['helpful', 'quality', 'tone', 'never'])('the rows of %s add up to the spend of the days', async (name) => {
  const effort = { field: 'effort' as const, value: 'high', negated: true };
  const middle = { from: new Date('2026-11-20T10:30:00Z'), to: new Date('2026-11-21T12:10:00Z') };
  for (const range of [ALL_DAYS, middle]) {
    for (const calls of [[], [effort]]) {
      const days = await spendByDay(database.sql, { projectId, ...range, calls, timeZone: 'UTC' });
      expect(days.length).toBeGreaterThan(0);
      expect(sumOf(await cut({ name, range, calls }))).toEqual(sumOf(days));
    }
  }
});

/** The spend of one trace in the hours that begin in the range, from its spans. */
async function spendOfTrace(traceId: string, { from, to }: { from: Date; to: Date }) {
  const { sql } = database;
  const hour = sql.unsafe(ROLLUP_KEYS.hour);
  const rows = await sql`
    select ${sumOfMeasures(sql)} from (
      select ${sql.unsafe(COUNT_ROLLUP)} from spans where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')
        and ${sql.unsafe(IS_OF_MODEL)} and ${hour} >= ${from} and ${hour} < ${to}
    ) spent`;
  return readMeasures(rows[0]!);
}

test('a row has what its trace spent in the hours of the range, wherever the range cuts it', async () => {
  const times = await database.sql<{ at: Date }[]>`
    select distinct started_at as at from spans where project_id = ${projectId}
      and trace_id in (decode(${traces[0]!}, 'hex'), decode(${traces[1]!}, 'hex')) order by 1`;
  expect(times.length).toBeGreaterThan(3);
  const cuts = times.flatMap(({ at }) => [at, new Date(at.getTime() + 1_800_000)]);
  let spent = 0n;
  for (const at of cuts) {
    for (const range of [
      { from: ALL_DAYS.from, to: at },
      { from: at, to: ALL_DAYS.to },
    ]) {
      const rows = await cut({ range });
      for (const [outcome, trace] of [
        ['up', traces[0]!],
        ['down', traces[1]!],
      ] as const) {
        const expected = sumOf([await spendOfTrace(trace, range)]);
        expect(sumOf(rows.filter((row) => row.outcome === outcome))).toEqual(expected);
        spent += expected.outputTokens!;
      }
    }
  }
  expect(spent).toBeGreaterThan(0n);
});

test('under a filter of traces the rows add up to the spend of the same traces', async () => {
  const conditions: TraceCondition[] = [{ field: 'steps', comparison: '>=', value: 0, negated: false }];
  const { rows } = await spendOfTraces(database.sql, queryOf({ conditions }), { by: 'model' });
  expect(rows.length).toBeGreaterThan(0);
  const scored = await cut({ conditions });
  expect(sumOf(scored)).toEqual(sumOf(rows));
  expect(scored.map(({ outcome }) => outcome).toSorted()).toEqual(['down', 'none', 'up']);
});

test('a run that begins before the range has its later calls in it, and counts where it begins', async () => {
  const [bounds] = await database.sql<{ id: string; began: Date; ended: Date }[]>`
    select encode(t.trace_id, 'hex') as id, min(s.started_at) as began, max(s.started_at) as ended from traces t
    join spans s using (project_id, day, trace_id) where t.project_id = ${projectId} and t.trace_id = decode(${traces[0]!}, 'hex')
    group by 1`;
  const range = { from: new Date(bounds!.began.getTime() + 3_600_000), to: ALL_DAYS.to };
  expect(bounds!.ended.getTime()).toBeGreaterThan(range.from.getTime());
  const days = await spendByDay(database.sql, { projectId, ...range, calls: [], timeZone: 'UTC' });
  const rows = await cut({ range });
  expect(sumOf(rows)).toEqual(sumOf(days));
  expect(rows.find(({ outcome }) => outcome === 'up')?.runs).toBe(0);
});

test('with too many scored traces the rows are sums over the newest traces, and say so', async () => {
  const few = { name: 'helpful', least: 0.5, most: { rows: 1, calls: 1 } };
  const { rows, scope } = await spendByScore(database.sql, queryOf({}), few);
  expect(scope).toEqual({ traces: traces.length, capped: false });
  expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['down', 'none', 'up']);
  expect((await spendByScore(database.sql, queryOf({}), { ...few, most: { rows: 3, calls: 1 } })).scope).toBeNull();
});
