// Legal holds: placing and lifting them, and that nothing deletes what they cover.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../postgres/connect.ts';
import { lockHolds } from '../postgres/hold-lock.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { requestDeletion } from './deletion-request.ts';
import { legalHolds, liftHold, MAX_LEGAL_HOLDS, placeHold } from './legal-holds.ts';

let database: TestDatabase;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  projectId = await newProject(database.sql);
  await database.sql`INSERT INTO traces (project_id, trace_id, day, user_id, started_at, ended_at)
    VALUES (${projectId}, decode(repeat('1', 32), 'hex'), current_date, '4711', now(), now())`;
});
afterAll(() => database.drop());

const place = (kind: 'project' | 'user' | 'trace', value: string | null) =>
  placeHold(database.sql, { projectId, kind, value, reason: 'Case 12', placedBy: 'ada@example.com' });

test('a hold says who placed it, why, and how many traces it covers; a lifted one stays in the list', async () => {
  const { id } = (await place('user', '4711')) as { id: string };
  const facts = { id, kind: 'user', value: '4711', reason: 'Case 12', placedBy: 'ada@example.com' };
  expect(await legalHolds(database.sql, projectId)).toMatchObject([{ ...facts, traces: 1, liftedAt: null }]);
  const lift = () => liftHold(database.sql, { projectId, id, liftedBy: 'bob@example.com' });
  expect(await lift()).toEqual({ kind: 'user', value: '4711', reason: 'Case 12' });
  expect(await lift()).toBeUndefined();
  expect(await legalHolds(database.sql, projectId)).toMatchObject([
    { ...facts, traces: null, liftedBy: 'bob@example.com' },
  ]);
});

test('the same hold is placed once, a trace has to exist, and a project has a limited number', async () => {
  await place('project', null);
  expect(await place('project', null)).toBe('held already');
  expect(await place('trace', '2'.repeat(32))).toBe('no such trace');
  expect(await place('trace', '1'.repeat(32))).toEqual({ id: expect.any(String) });
  await database.sql`INSERT INTO legal_holds (project_id, kind, value, reason, placed_by)
    SELECT ${projectId}, 'user', n::text, '', '' FROM generate_series(3, ${MAX_LEGAL_HOLDS}::int) AS n`;
  expect(await place('user', 'one more')).toBe('too many');
});

test('a hold on a trace that became a part of another one is of that one', async () => {
  await database.sql`INSERT INTO joined_traces (project_id, trace_id, into_trace_id)
    VALUES (${projectId}, decode(repeat('2', 32), 'hex'), decode(repeat('1', 32), 'hex'))`;
  await place('trace', '2'.repeat(32));
  expect(await legalHolds(database.sql, projectId)).toMatchObject([{ value: '1'.repeat(32), traces: 1 }]);
});

test('a project with a hold on anything in it is not deleted, until the hold is lifted', async () => {
  const { sql } = database;
  const requestedBy = { id: 'ada', email: 'ada@example.com' };
  const { id } = (await place('user', '4711')) as { id: string };
  await expect(requestDeletion(sql, { projectId, requestedBy })).rejects.toThrow('legal hold');
  const [row] = await sql`SELECT deletion_requested_at FROM projects WHERE id = ${projectId}`;
  expect(row!.deletion_requested_at).toBeNull();
  await liftHold(sql, { projectId, id, liftedBy: 'ada@example.com' });
  expect(await requestDeletion(sql, { projectId, requestedBy })).toBe(true);
});

test('a hold waits for the piece that is being deleted, and the next piece sees it', async () => {
  const other = connect(database.url, { max: 1 });
  let placed: Promise<unknown> | undefined;
  await other.begin(async (transaction) => {
    await lockHolds(transaction);
    placed = place('project', null);
    await expect
      .poll(() => database.sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`, { interval: 5 })
      .toHaveLength(1);
    expect(await transaction`SELECT FROM legal_holds WHERE project_id = ${projectId}`).toHaveLength(0);
  });
  expect(await placed).toEqual({ id: expect.any(String) });
  await other.end();
});
