/** Words are sought in all traces of a range, as far as there is time; the result says when there was not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { tracesWithWords } from './trace-words.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const OLDEST = '0'.padStart(32, '0');
/** More than the names and the calls that are always read. */
const TRACES = 22_000;
const SPOKEN = 400;

let database: TestDatabase;
/** Trace 0 is the oldest one; half of the traces began at the same time. The first ones have a call of today. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  for (const projectId of [PROJECT, STRANGER])
    await sql`
      insert into traces (project_id, trace_id, day, started_at, ended_at, name, asked, span_count)
      select ${projectId}, decode(lpad(to_hex(number), 32, '0'), 'hex'), current_date,
        now() - interval '2 hours' + greatest(0, number - ${TRACES / 2}::int) * interval '1 ms', now(), 'agent',
        case number when 0 then 'A rare Pelican' else 'Where is my order?' end, 1
      from generate_series(0, ${TRACES - 1}::int) number`;
  await sql`
    insert into tool_call_texts (project_id, day, trace_id, span_id, call_index, thoughts)
    select ${PROJECT}, current_date, decode(lpad(to_hex(number), 32, '0'), 'hex'), '\\x01', 0,
      array[case number when ${TRACES - SPOKEN}::int then 'A quiet heron.' else 'Nothing.' end]
    from generate_series(${TRACES - SPOKEN}::int, ${TRACES - 1}::int) number`;
  await sql`analyze traces, tool_call_texts`;
});
afterAll(() => database.drop());

const find = (words: string, longestMs: number, from: Date | null = null) =>
  tracesWithWords(database.sql, { projectId: PROJECT, from, to: null, longestMs }, words);
const LONG = 60_000;

test('finds the only match in the input of the oldest trace, and says that all were searched', async () => {
  expect(await find('pelican', LONG)).toEqual({ ids: [OLDEST], complete: true });
  expect(await find('flamingo', LONG)).toEqual({ ids: [], complete: true });
});

test('says that not all were searched when the time is over', async () => {
  expect(await find('pelican', -1)).toEqual({ ids: [], complete: false });
});

test('searches only the range', async () => {
  expect(await find('pelican', LONG, new Date(Date.now() - 60_000))).toEqual({ ids: [], complete: true });
});

test('reads the calls of a day without an index as far back as there is time', async () => {
  const spoken = (TRACES - SPOKEN).toString(16).padStart(32, '0');
  const short = new Date(Date.now() - 2 * 3_600_000 + TRACES / 2 - SPOKEN - 10_000);
  expect((await find('quiet heron', -1, short)).ids).toEqual([]);
  expect((await find('quiet heron', LONG, short)).ids).toEqual([spoken]);
});
