import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type TransactionSql } from '../postgres/connect.ts';
import { isCitus } from '../postgres/distribute.ts';
import { ensurePartitions, partitionDays } from '../postgres/partitions.ts';
import { ensureProject } from '../projects/projects.ts';
import { checkSums, repairSums } from './recount.ts';
import { forgetOldDays, TRACES_PER_DELETE } from './retention.ts';
import { liftHold, placeHold } from '../projects/legal-holds.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { joinedInto } from '../write/joined-into.ts';
import { createWriteBatch } from '../write/write-batch.ts';

let database: TestDatabase;
let projectId: string;
let days: Record<'today' | 'kept' | 'expired', string>;

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'retention', name: 'Retention' })).id;
  const [row] = await database.sql<(typeof days)[]>`
    select current_date as today, current_date - 7 as kept, current_date - 8 as expired`;
  days = row!;
});
afterAll(() => database.drop());

const idOf = (digit: number) => String(digit).repeat(32);

/** Stores a trace whose first span is stored on that day. */
async function storeOn(day: string, digit: number, startedAt?: string): Promise<void> {
  const { sql } = database;
  await ensurePartitions(sql, day);
  await sql`insert into traces (project_id, trace_id, day, started_at, ended_at)
    values (${projectId}, decode(${idOf(digit)}, 'hex'), ${day}, now(), now()) on conflict do nothing`;
  await storeSpan(digit, startedAt);
}

const storeSpan = (digit: number, startedAt?: string) =>
  createWriteBatch(database.sql)([
    { ...storableSpan({ traceId: idOf(digit), ...(startedAt && { span: { startedAt } }) }), projectId },
  ]);

/** The first step of retention. The rest may come much later. */
const deleteTrace = (digit: number) =>
  database.sql`delete from traces where project_id = ${projectId} and trace_id = decode(${idOf(digit)}, 'hex')`;

const storedTraces = async () => {
  const rows = await database.sql<{ id: string }[]>`select encode(trace_id, 'hex') as id from traces order by 1`;
  return [...rows].map(({ id }) => Number(id[0]));
};

test('days older than the retention are deleted except for the rollups, and newer days stay', async () => {
  await storeOn(days.expired, 1);
  await storeOn(days.kept, 2);
  await storeOn(days.today, 3);
  await database.sql`insert into quarantine (project_id, received_at, reason, content_type, body)
    values (${projectId}, ${days.expired}::date, 'old', 'x', ''), (${projectId}, ${days.kept}::date, 'young', 'x', '')`;
  await database.sql`insert into joined_traces (project_id, trace_id, into_trace_id)
    select ${projectId}, decode(repeat(part, 32), 'hex'), decode(repeat(whole, 32), 'hex')
    from (values ('8', '1'), ('9', '2')) as joined (part, whole)`;
  const before = await stored(database.sql, projectId);

  expect(await forgetOldDays(database.sql, 7)).toEqual({ days: [days.expired], traces: 1 });

  expect(await storedTraces()).toEqual([2, 3]);
  expect(await partitionDays(database.sql)).not.toContain(days.expired);
  expect(await database.sql`select from spans`).toHaveLength(2);
  expect(await database.sql`select from payloads`).toHaveLength(2);
  expect((await database.sql`select reason from quarantine`).map((row) => row.reason)).toEqual(['young']);
  expect(await joinedInto(database.sql, projectId, [idOf(8), idOf(9)])).toEqual(new Map([[idOf(9), idOf(2)]]));
  const after = await stored(database.sql, projectId);
  expect([after.models, after.tools]).toEqual([before.models, before.tools]);
  expect(await forgetOldDays(database.sql, 7)).toEqual({ days: [], traces: 0 });
});

test('a span of a deleted trace creates the trace again', async () => {
  await storeSpan(1);
  expect(await storedTraces()).toEqual([1, 2, 3]);
  const [row] = await database.sql`select day from spans where trace_id = decode(${idOf(1)}, 'hex')`;
  expect(row!.day).toBe(days.today);
});

test('a day whose tables are locked by a long query is left for the next run, and blocks no other query', async () => {
  await storeOn(days.expired, 4);
  const reader = connect(database.url, { max: 1 });
  await reader.begin(async (transaction) => {
    await transaction`select from spans limit 1`;
    expect(await forgetOldDays(database.sql, 7)).toEqual({ days: [], traces: 1 });
  });
  await reader.end();
  expect(await forgetOldDays(database.sql, 7)).toEqual({ days: [days.expired], traces: 0 });
});

test('spans that arrive meanwhile are stored, also of traces of old days', async () => {
  const digits = [5, 6, 7, 8, 9];
  for (const digit of digits) await storeOn(days.expired, digit);
  const late = digits.map((digit) =>
    createWriteBatch(database.sql)([
      { ...storableSpan({ traceId: idOf(digit), span: { spanId: 'b'.repeat(16) } }), projectId },
    ]),
  );
  const [results] = await Promise.all([Promise.all(late), forgetOldDays(database.sql, 7)]);
  expect(results.map((result) => result.stored)).toEqual(digits.map(() => 1));
  await forgetOldDays(database.sql, 7);
  expect(await partitionDays(database.sql)).not.toContain(days.expired);
});

test('a number of days that would delete today is refused', async () => {
  for (const keepDays of [0, -1, 1.5, Number.NaN])
    await expect(forgetOldDays(database.sql, keepDays)).rejects.toThrow(RangeError);
});

test('a recount ignores rollups of deleted spans, and still finds errors in others', async () => {
  const { sql } = database;
  projectId = (await ensureProject(sql, { slug: 'recount', name: 'Recount' })).id;
  await storeOn(days.expired, 1, '2026-11-21T04:00:00.000000Z');
  await storeOn(days.today, 2, '2026-11-21T05:00:00.000000Z');
  await deleteTrace(1);
  expect(await checkSums(sql, projectId)).toEqual([]);
  await forgetOldDays(sql, 7);
  const before = await stored(sql, projectId);
  expect(await repairSums(sql, projectId)).toEqual([]);
  expect(await stored(sql, projectId)).toEqual(before);
  await sql`update model_rollups set errors = errors + 1 where project_id = ${projectId}`;
  expect((await repairSums(sql, projectId)).map(({ row, column }) => [row.slice(0, 13), column])).toEqual([
    ['2026-11-21T05', 'errors'],
  ]);
});

test('rows of traces are deleted in batches, so that writers do not wait for the whole day', async ({ skip }) => {
  const { sql } = database;
  skip(await isCitus(sql), 'Citus has no triggers on distributed tables, which this test needs to see the batches');
  const count = 2 * TRACES_PER_DELETE + 1;
  await ensurePartitions(sql, days.expired);
  await sql`insert into traces (project_id, trace_id, day, started_at, ended_at)
    select ${projectId}, decode(lpad(to_hex(n), 32, '0'), 'hex'), ${days.expired}, now(), now() from generate_series(1, ${count}::int) as n`;
  await sql`create table deleted_at_once (traces int, transaction text)`;
  await sql`create function count_deleted() returns trigger language plpgsql as $$ begin
    insert into deleted_at_once select count(*), pg_current_xact_id()::text from gone; return null; end $$`;
  await sql`create trigger count_deleted after delete on traces referencing old table as gone
    for each statement execute function count_deleted()`;
  try {
    expect(await forgetOldDays(sql, 7)).toEqual({ days: [days.expired], traces: count });
    const pieces = await sql<{ traces: number }[]>`
      select sum(traces)::int as traces from deleted_at_once group by transaction having sum(traces) > 0 order by 1 desc`;
    expect([...pieces].map(({ traces }) => traces)).toEqual([TRACES_PER_DELETE, TRACES_PER_DELETE, 1]);
  } finally {
    await sql`drop trigger count_deleted on traces`;
  }
});

test('scores end with their trace, and those without a trace when they are as old', async () => {
  const { sql } = database;
  projectId = (await ensureProject(sql, { slug: 'scores', name: 'Scores' })).id;
  await storeOn(days.expired, 4);
  await storeOn(days.today, 5);
  await sql`insert into scores (project_id, trace_id, target, name, number, source, idempotency_key, created_at, updated_at)
    select ${projectId}, decode(repeat(digit, 32), 'hex'), 'trace', 'quality', 1, 'api', digit || at, at, at
    from (values ('4', ${days.today}::date), ('5', ${days.expired}::date), ('6', ${days.expired}::date), ('6', ${days.kept}::date))
      as given (digit, at)`;
  await forgetOldDays(sql, 7);
  const rows = await sql<{ id: string; at: string }[]>`
    select left(encode(trace_id, 'hex'), 1) as id, created_at::date::text as at from scores where project_id = ${projectId} order by 1`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: '5', at: days.expired },
    { id: '6', at: days.kept },
  ]);
});

test('scores are deleted in the order in which they are written, so that neither waits for the other', async () => {
  const { sql } = database;
  projectId = (await ensureProject(sql, { slug: 'order', name: 'Order' })).id;
  await sql`insert into scores (project_id, trace_id, target, name, number, source, idempotency_key, created_at, updated_at)
    select ${projectId}, decode(repeat('7', 32), 'hex'), 'trace', 'quality', 1, 'api', key, at, at
    from (values ('2', ${days.expired}::date), ('1', ${days.expired}::date)) as given (key, at)`;
  const lock = (transaction: TransactionSql, key: string) =>
    transaction`select from scores where project_id = ${projectId} and idempotency_key = ${key} for update`;
  let forgetting: Promise<unknown> | undefined;
  await sql.begin(async (transaction) => {
    await lock(transaction, '1');
    forgetting = forgetOldDays(sql, 7);
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`).length, { timeout: 15_000 })
      .toBeGreaterThan(0);
    await lock(transaction, '2');
  });
  await forgetting;
  expect(await sql`select from scores where project_id = ${projectId}`).toHaveLength(0);
});

test('a day with a trace on legal hold loses its other traces, and is dropped when the hold is lifted', async () => {
  const { sql } = database;
  await storeOn(days.expired, 5);
  await storeOn(days.expired, 6);
  const target = { kind: 'trace', value: idOf(5) } as const;
  const hold = await placeHold(sql, { projectId, ...target, reason: 'Case 12', placedBy: 'ada@example.com' });
  expect(await forgetOldDays(sql, 7)).toEqual({ days: [], traces: 1 });
  expect(await storedTraces()).toContain(5);
  expect(await storedTraces()).not.toContain(6);
  expect(await sql`select from spans where day = ${days.expired}`).toHaveLength(1);
  expect(await sql`select from payloads where day = ${days.expired}`).toHaveLength(1);
  expect(await checkSums(sql, projectId)).toEqual([]);
  await liftHold(sql, { projectId, id: (hold as { id: string }).id, liftedBy: 'ada@example.com' });
  expect(await forgetOldDays(sql, 7)).toEqual({ days: [days.expired], traces: 1 });
});

test('a project on legal hold keeps its quarantined spans', async () => {
  const { sql } = database;
  await sql`delete from quarantine`;
  await sql`insert into quarantine (project_id, received_at, reason, content_type, body)
    values (${projectId}, ${days.expired}::date, 'old', 'x', '')`;
  const hold = await placeHold(sql, { projectId, kind: 'project', value: null, reason: 'Case 12', placedBy: 'ada' });
  await forgetOldDays(sql, 7);
  expect(await sql`select from quarantine`).toHaveLength(1);
  await liftHold(sql, { projectId, id: (hold as { id: string }).id, liftedBy: 'ada' });
  await forgetOldDays(sql, 7);
  expect(await sql`select from quarantine`).toHaveLength(0);
});
