/** A conversation that another process continues in a trace of its own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace } from '../testing-rows.ts';
import { traceLinks } from './trace-links.ts';

const projectId = '00000000-0000-4000-8000-000000000001';
const FOREIGN = '00000000-0000-4000-8000-000000000002';
const SPAN = '00'.repeat(7) + '01';
const trace = (digit: string) => digit.repeat(32);

interface Row {
  /** The trace id consists of this digit. */
  id: string;
  session_id: string | null;
  minute: number;
  /** Pairs of `described_by` and call id. */
  calls: [string, string][];
  project?: string;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const rows: Row[] = [
    {
      id: '1',
      session_id: 's',
      minute: 0,
      calls: [
        ['generation', 'call_x7Qa'],
        ['generation', 'call_0'],
        ['generation', 'toolu_01B'],
      ],
    },
    {
      id: '2',
      session_id: 's',
      minute: 5,
      calls: [
        ['history', 'call_x7Qa'],
        ['execution', 'toolu_01B'],
        ['history', 'call_0'],
      ],
    },
    {
      id: '3',
      session_id: 's',
      minute: 9,
      calls: [
        ['history', 'call_0'],
        ['generation', 'functions.get_stock:1'],
      ],
    },
    { id: '4', session_id: 'another', minute: 9, calls: [['history', 'call_x7Qa']] },
    { id: '5', session_id: null, minute: 9, calls: [['history', 'call_x7Qa']] },
    { id: '6', session_id: 's', minute: 9, calls: [['history', 'call_x7Qa']], project: FOREIGN },
  ];
  for (const { id, session_id, minute, calls, project = projectId } of rows)
    await insertTrace(database.sql, {
      projectId: project,
      traceId: trace(id),
      trace: { session_id, asked: `question ${id}`, started_at: new Date(Date.UTC(2026, 10, 20, 10, minute)) },
      calls: calls.map(([described_by, call_id], call_index) => ({ span_id: SPAN, call_index, described_by, call_id })),
    });
});
afterAll(() => database.drop());

const links = (digit: string) => traceLinks(database.sql, { projectId, traceId: trace(digit) });

it('is linked from both sides, in any order of arrival', async () => {
  expect(await links('1')).toEqual([{ id: trace('2'), asked: 'question 2', name: null, place: 'after', calls: 2 }]);
  expect(await links('2')).toEqual([{ id: trace('1'), asked: 'question 1', name: null, place: 'before', calls: 2 }]);
});

it('is not created for numbered ids, for other sessions or projects, or for traces without a session', async () => {
  for (const digit of ['3', '4', '5']) expect(await links(digit)).toEqual([]);
});

it('is found with the index of sessions and the keys of the traces alone', async () => {
  await database.sql`
    insert into traces (project_id, trace_id, day, started_at, ended_at, session_id)
    select ${projectId}, decode(lpad(to_hex(i + 1000), 32, '0'), 'hex'), current_date, now(), now(), 'session ' || i % 5000
    from generate_series(1, 20000) i`;
  await database.sql`analyze traces`;
  const plan = await database.sql`explain (costs off) select t.* from traces t
    where t.project_id = ${projectId} and t.session_id = 'session 7' and t.started_at <= now() order by t.started_at desc limit 25`;
  expect(plan.map((line) => String(line['QUERY PLAN'])).join('\n')).toContain('traces_session_idx');
});
