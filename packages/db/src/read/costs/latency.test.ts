import { afterAll, beforeAll, expect, it } from 'vitest';
import { LATENCY_BUCKETS, latencyBucket } from '@subtext/trace';
import { ensureProject } from '../../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { BLANK_CALL } from '@subtext/trace';
import { storableSpan } from '../../testing/storable-spans.ts';
import { createWriteBatch } from '../../write/write-batch.ts';
import { latencyOfTraces } from './latency-of-traces.ts';
import { latencyOf, type LatencyGrouping, type LatencyOf } from './latency.ts';

const DAYS = ['2026-11-20T23:30:00.000000Z', '2026-11-21T10:00:00.000000Z'] as const;
const SECOND = 1e9;

let database: TestDatabase;
let projectId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'p', name: 'P' })).id;
  const other = (await ensureProject(database.sql, { slug: 'q', name: 'Q' })).id;
  const write = createWriteBatch(database.sql);
  const spans = [
    modelCall('1', { responseModel: 'slow', durationNs: 8 * SECOND, ttftMs: 2000, agentName: 'planner' }),
    modelCall('2', { responseModel: 'slow', durationNs: 9 * SECOND, startedAt: DAYS[1] }),
    modelCall('3', { responseModel: 'fast', durationNs: SECOND }),
    modelCall('4', { responseModel: 'fast', durationNs: null }),
    tool('5', { toolName: 'search', durationNs: SECOND }),
    tool('6', { toolName: 'search', durationNs: 3 * SECOND, durationInferred: true }),
    tool('7', { toolName: 'never_ran', durationNs: SECOND, status: 'no_result' }),
  ];
  for (const id of [projectId, other]) await write(spans.map((span) => ({ ...span, projectId: id })));
});
afterAll(() => database.drop());

type Overrides = Parameters<typeof storableSpan>[0];

const modelCall = (digit: string, span: Overrides['span']) =>
  storableSpan({ span: { spanId: digit.repeat(16), startedAt: DAYS[0], ...span }, calls: [] });

const tool = (digit: string, call: object) =>
  storableSpan({
    span: { spanId: digit.repeat(16), kind: 'tool', startedAt: DAYS[0] },
    calls: [{ ...BLANK_CALL, describedBy: 'execution', startedAt: DAYS[0], toolName: 'search', status: 'ok', ...call }],
  });

const RANGE = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-22T00:00:00Z') };

/** From the rollups and from the spans: both must agree. */
async function bothOf(grouping: LatencyGrouping): Promise<LatencyOf[]> {
  const rollups = await latencyOf(database.sql, { projectId, ...RANGE, calls: [] }, grouping);
  const query = { traces: { projectId, ...RANGE, conditions: [] }, calls: [] };
  const ofTraces = await latencyOfTraces(database.sql, query, grouping);
  expect(ofTraces).toMatchObject({ traces: 1, capped: false });
  expect(ofTraces.rows).toEqual(rollups);
  return rollups;
}

/** A histogram with one entry for each of these seconds. */
function histogram(...seconds: number[]): number[] {
  const buckets = new Array<number>(LATENCY_BUCKETS).fill(0);
  for (const one of seconds) buckets[latencyBucket(one * SECOND)]! += 1;
  return buckets;
}

it('counts the durations and first tokens of each model, the most frequent first', async () => {
  expect(await bothOf({ by: 'model' })).toEqual([
    { key: 'slow', provider: 'openai', duration: histogram(8, 9), firstToken: histogram(2), inferred: [] },
    { key: 'fast', provider: 'openai', duration: histogram(1), firstToken: histogram(), inferred: [] },
  ]);
});

it('counts by agent, with a row for calls whose agent was not reported', async () => {
  const rows = await bothOf({ by: 'agent' });
  expect(rows.map(({ key, duration }) => [key, duration])).toEqual([
    ['', histogram(9, 1)],
    ['planner', histogram(8)],
  ]);
});

it('keeps measured and inferred durations of tools apart, and counts no call without a result', async () => {
  expect(await bothOf({ by: 'tool' })).toEqual([
    { key: 'search', provider: null, duration: histogram(1), firstToken: [], inferred: histogram(3) },
  ]);
});

it('counts by the day of the reader, of all rows or of one', async () => {
  const days = async (timeZone: string, key: string | null) =>
    (await bothOf({ by: 'model', key, timeZone }))
      .map(({ key: day, duration }): [string, number[]] => [day, duration])
      .sort();
  expect(await days('UTC', null)).toEqual([
    ['2026-11-20', histogram(8, 1)],
    ['2026-11-21', histogram(9)],
  ]);
  expect(await days('UTC', 'fast')).toEqual([['2026-11-20', histogram(1)]]);
  expect(await days('Asia/Tokyo', 'slow')).toEqual([['2026-11-21', histogram(8, 9)]]);
  expect(await bothOf({ by: 'tool', key: 'search', timeZone: 'UTC' })).toHaveLength(1);
});
