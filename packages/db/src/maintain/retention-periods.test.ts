import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../postgres/connect.ts';
import { ensurePartitions, PARTITIONED_TABLES } from '../postgres/partitions.ts';
import {
  changeRetentionPeriod,
  expiredWith,
  MAX_RETENTION_PERIODS,
  retentionOfEnvironments,
} from '../projects/retention-periods.ts';
import { liftHold, placeHold } from '../projects/legal-holds.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';
import { checkSums, repairSums } from './recount.ts';
import { deleteExpiredTraces } from './retention-periods.ts';

let database: TestDatabase;
let projectId: string;
/** 'YYYY-MM-DD', by their distance from the server's today. */
let days: Record<'today' | 'inAWeek' | 'aDayAgo' | 'aWeekAgo' | 'eightDaysAgo', string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const [row] = await database.sql<(typeof days)[]>`
    SELECT current_date AS today, current_date + 7 AS "inAWeek", current_date - 1 AS "aDayAgo",
      current_date - 7 AS "aWeekAgo", current_date - 8 AS "eightDaysAgo"`;
  days = row!;
});
beforeEach(async () => {
  projectId = await newProject(database.sql);
});
afterAll(() => database.drop());

interface Stored {
  digit: number;
  day: string;
  environment?: string | null;
  model?: string;
}

/** Stores a trace of one model call and one tool call on that day. */
async function store({ digit, day, environment = null, model = 'gpt-5.2' }: Stored): Promise<void> {
  const { sql } = database;
  const traceId = String(digit).repeat(32);
  await ensurePartitions(sql, day);
  await sql`INSERT INTO traces (project_id, trace_id, day, started_at, ended_at)
    VALUES (${projectId}, decode(${traceId}, 'hex'), ${day}, now(), now())`;
  const span = storableSpan({ traceId, span: { requestModel: model }, trace: { environment } });
  await createWriteBatch(sql)([{ ...span, projectId }]);
}

const keep = (environment: string, keepDays: number | null | undefined) =>
  changeRetentionPeriod(database.sql, { projectId, environment, keepDays });

const storedTraces = async () => {
  const rows = await database.sql<{ id: string }[]>`
    SELECT encode(trace_id, 'hex') AS id FROM traces WHERE project_id = ${projectId} ORDER BY 1`;
  return [...rows].map(({ id }) => Number(id[0]));
};

test('an environment loses its expired traces, another keeps them, and the rest follows the project', async () => {
  const { sql } = database;
  const { aDayAgo, aWeekAgo, eightDaysAgo, today } = days;
  await store({ digit: 1, day: aWeekAgo, environment: 'development' });
  await store({ digit: 2, day: aDayAgo, environment: 'development' });
  await store({ digit: 3, day: eightDaysAgo, environment: 'production' });
  await store({ digit: 4, day: eightDaysAgo, environment: 'staging' });
  await store({ digit: 5, day: eightDaysAgo });
  await store({ digit: 6, day: aWeekAgo });
  await store({ digit: 7, day: today, environment: 'staging' });
  await keep('', 7);
  await keep('development', 1);
  await keep('production', null);
  const before = await stored(sql, projectId);

  expect(await deleteExpiredTraces(sql)).toBe(3);

  expect(await storedTraces()).toEqual([2, 3, 6, 7]);
  for (const table of PARTITIONED_TABLES) {
    const rows = await sql<{ id: string }[]>`
      SELECT DISTINCT left(encode(trace_id, 'hex'), 1) AS id FROM ${sql(table)} WHERE project_id = ${projectId} ORDER BY 1`;
    expect([table, rows.every(({ id }) => '2367'.includes(id))]).toEqual([table, true]);
  }
  const after = await stored(sql, projectId);
  expect([after.models, after.tools]).toEqual([before.models, before.tools]);
  expect(await deleteExpiredTraces(sql)).toBe(0);
});

test('a recount leaves the rollups of deleted traces, and still finds errors in all others', async () => {
  const { sql } = database;
  await store({ digit: 1, day: days.aWeekAgo, environment: 'development', model: 'old' });
  await store({ digit: 2, day: days.aWeekAgo, environment: 'production', model: 'kept' });
  await keep('development', 1);
  expect(await deleteExpiredTraces(sql)).toBe(1);
  const before = await stored(sql, projectId);
  expect(await repairSums(sql, projectId)).toEqual([]);
  expect(await stored(sql, projectId)).toEqual(before);
  expect(before.models.map(({ model, generations }) => [model, generations])).toEqual([
    ['kept', 1],
    ['old', 1],
  ]);
  await sql`UPDATE model_rollups SET errors = errors + 1 WHERE project_id = ${projectId}`;
  expect((await checkSums(sql, projectId)).map(({ row, column }) => [row.includes(' kept '), column])).toEqual([
    [true, 'errors'],
  ]);
});

test('a run that is cut off goes on where it stopped', async () => {
  const { sql } = database;
  for (const digit of [1, 2, 3, 4, 5]) await store({ digit, day: days.aWeekAgo });
  await keep('', 1);
  const cut = connect(database.url, { max: 3 });
  const running = deleteExpiredTraces(cut, { piece: 1 });
  await expect.poll(async () => (await storedTraces()).length, { interval: 1 }).toBeLessThan(5);
  await cut.end({ timeout: 0 });
  const wasCut = await running.then(
    () => false,
    () => true,
  );
  // The server notices a moment later that the cut connection, which holds the lock, is gone.
  await expect.poll(async () => (await deleteExpiredTraces(sql), storedTraces())).toEqual([]);
  expect(wasCut).toBe(true);
  expect(await checkSums(sql, projectId)).toEqual([]);
});

test('a run that is stopped leaves the rest for the next one', async () => {
  for (const digit of [1, 2, 3]) await store({ digit, day: days.aWeekAgo });
  await keep('', 1);
  expect(await deleteExpiredTraces(database.sql, { signal: AbortSignal.abort() })).toBe(0);
  expect(await deleteExpiredTraces(database.sql)).toBe(3);
});

test('two processes delete each trace once', async () => {
  for (const digit of [1, 2, 3, 4, 5]) await store({ digit, day: days.aWeekAgo });
  await keep('', 1);
  const other = connect(database.url, { max: 2 });
  const counts = await Promise.all([
    deleteExpiredTraces(database.sql, { piece: 1 }),
    deleteExpiredTraces(other, { piece: 1 }),
  ]);
  await other.end();
  expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test('a changed period is applied on the same day, also to environments that a removed one leaves', async () => {
  const { sql } = database;
  await store({ digit: 1, day: days.aWeekAgo, environment: 'development' });
  await keep('', 1);
  await keep('development', 30);
  expect(await deleteExpiredTraces(sql)).toBe(0);
  expect(await keep('development', undefined)).toEqual({ environment: 'development', keepDays: 30 });
  expect(await deleteExpiredTraces(sql)).toBe(1);
});

test('each environment says what it holds and when its oldest traces are deleted', async () => {
  const { sql } = database;
  await store({ digit: 1, day: days.aDayAgo, environment: 'production' });
  await store({ digit: 2, day: days.today, environment: 'production' });
  await store({ digit: 3, day: days.eightDaysAgo });
  await store({ digit: 4, day: days.today, environment: 'staging' });
  await keep('', 6);
  await keep('production', 7);
  await keep('staging', null);
  await keep('unused', 3);
  expect(await retentionOfEnvironments(sql, projectId)).toEqual({
    keepDays: 6,
    environments: [
      { environment: 'production', own: 7, traces: 2, nextDeletion: days.inAWeek },
      { environment: 'staging', own: null, traces: 1, nextDeletion: null },
      { environment: 'unused', own: 3, traces: 0, nextDeletion: null },
      { environment: '', own: undefined, traces: 1, nextDeletion: days.today },
    ],
  });
  const expired = (environment: string, keepDays?: number | null) =>
    expiredWith(sql, { projectId, environment, keepDays });
  expect(await expired('', 8)).toBe(0);
  expect(await expired('', 7)).toBe(1);
  expect(await expired('', null)).toBe(0);
  await store({ digit: 5, day: days.aWeekAgo, environment: 'production' });
  expect([await expired('production', 7), await expired('production')]).toEqual([0, 1]);
});

test('a project has a limited number of periods, and changes those that it has', async () => {
  await database.sql`INSERT INTO retention_periods (project_id, environment, keep_days)
    SELECT ${projectId}, 'environment ' || n, 1 FROM generate_series(1, ${MAX_RETENTION_PERIODS}::int) AS n`;
  expect(await keep('one more', 1)).toBe('too many');
  expect(await keep('environment 1', 2)).toEqual({ environment: 'environment 1', keepDays: 1 });
});

test('a legal hold keeps expired traces until it is lifted', async () => {
  const { sql } = database;
  for (const digit of [1, 2]) await store({ digit, day: days.aWeekAgo });
  const target = { kind: 'trace', value: '1'.repeat(32) } as const;
  const hold = await placeHold(sql, { projectId, ...target, reason: 'Case 12', placedBy: 'ada@example.com' });
  expect(await expiredWith(sql, { projectId, environment: '', keepDays: 1 })).toBe(1);
  await keep('', 1);
  await deleteExpiredTraces(sql);
  expect(await storedTraces()).toEqual([1]);
  await liftHold(sql, { projectId, id: (hold as { id: string }).id, liftedBy: 'ada@example.com' });
  await keep('', 1);
  await deleteExpiredTraces(sql);
  expect(await storedTraces()).toEqual([]);
});
