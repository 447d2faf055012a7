import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertModelHour } from '../testing-rows.ts';
import { narrowed } from './trace-candidates.ts';
import type { TraceCondition } from './trace-conditions.ts';
import type { TraceFilter } from './trace-list-row.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const RARE = ['00', '01', '02'].map((end) => end.padStart(32, '0'));

let database: TestDatabase;
/** Three thousand traces of one agent and a dated model, three of another one, in each of two projects. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  for (const projectId of [PROJECT, STRANGER]) {
    await sql`
      insert into traces (project_id, trace_id, day, started_at, ended_at, agents, models)
      select ${projectId}, decode(lpad(to_hex(number), 32, '0'), 'hex'), '2026-11-20', '2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z',
        array[case when number < 3 then 'rare' else 'common' end], array[case when number < 3 then 'glm-4.6' else 'gpt-5.2-2026-01-15' end]
      from generate_series(0, 2999) number`;
    for (const model of ['glm-4.6', 'gpt-5.2-2026-01-15', 'gpt-5.2-mini'])
      await insertModelHour(sql, { project_id: projectId, hour: '2026-11-20T10:00:00Z', model });
  }
  await sql`analyze traces`;
});
afterAll(() => database.drop());

const only = async (condition: { field: 'agent' | 'model'; value: string }, certainlyMany?: number) => {
  const conditions: TraceCondition[] = [{ ...condition, negated: false }];
  const filter: TraceFilter = { projectId: PROJECT, conditions, from: null, to: null };
  return (await narrowed(database.sql, filter, certainlyMany)).only;
};

test('a rare condition is narrowed to all matching traces of the project', async () => {
  expect((await only({ field: 'agent', value: 'rare' }, 1000))?.toSorted()).toEqual(RARE);
  expect((await only({ field: 'model', value: 'glm-4.6' }, 1000))?.toSorted()).toEqual(RARE);
  expect(await only({ field: 'model', value: 'never-seen' }, 1000)).toEqual([]);
});

test('a model matches its dated snapshots, and no other model with the same prefix', async () => {
  expect(await only({ field: 'model', value: 'gpt-5.2' })).toHaveLength(2997);
  expect(await only({ field: 'model', value: 'gpt-5.2-mini' })).toEqual([]);
});

// Citus does not report the planner's estimate.
test.skipIf(process.env.DATABASE_URL)('a condition that is common by the statistics is not collected', async () => {
  expect(await only({ field: 'agent', value: 'common' }, 1000)).toBeUndefined();
  expect(await only({ field: 'model', value: 'gpt-5.2' }, 1000)).toBeUndefined();
});
