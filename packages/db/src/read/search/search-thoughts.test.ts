import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePartitions } from '../../postgres/partitions.ts';
import { daysWithoutIndex, indexClosedDays } from '../../rows/search-index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { containsWords } from './search-words.ts';
import { searchThoughts, type ThoughtSearch } from './search-thoughts.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const TEXTS = [
  'The schema must have changed',
  'read src/get_order.ts again',
  '顧客の注文を確認する',
  'Nothing to see, 100 % sure',
];

let database: TestDatabase;
let today: string;
let yesterday: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  const [days] = await sql<{ today: string; yesterday: string }[]>`
    select current_date as today, current_date - 1 as yesterday`;
  ({ today, yesterday } = days!);
  await ensurePartitions(sql, yesterday);
  for (const [place, day] of [today, yesterday].entries()) {
    for (const [number, thought] of TEXTS.entries()) {
      for (const projectId of [PROJECT, STRANGER])
        await insertThought({ projectId, day, id: `${place}${number}`, thought });
    }
  }
});
afterAll(() => database.drop());

async function insertThought({ projectId, day, id, thought }: Record<'projectId' | 'day' | 'id' | 'thought', string>) {
  const { sql } = database;
  const key = { project_id: projectId, day, trace_id: Buffer.from(id.padStart(32, '0'), 'hex') };
  const call = { ...key, span_id: Buffer.from('00000000000000aa', 'hex'), call_index: 0 };
  const at = new Date(`${day}T10:00:00Z`);
  await sql`insert into traces ${sql({ ...key, started_at: at, ended_at: at })}`;
  await sql`insert into tool_calls ${sql({ ...call, started_at: at, described_by: 'generation', type: 'function', tool_name: 'x', status: 'ok', thinking_state: 'readable', thought_preview: thought })}`;
  await sql`insert into tool_call_texts ${sql({ ...call, thoughts: [thought] })}`;
}

const found = async (words: string, limit = 50) => {
  const result = await searchThoughts(database.sql, {
    projectId: PROJECT,
    from: null,
    to: null,
    terms: [words],
    limit,
  });
  return result.found.map((call) => call.traceId.slice(-2));
};

async function expectEverythingFound() {
  expect(await found('SCHEMA must')).toEqual(['00', '10']);
  expect(await found('chang')).toEqual(['00', '10']);
  expect(await found('the schema must have chang')).toEqual(['00', '10']);
  expect(await found('src/get_order.ts ag')).toEqual(['01', '11']);
  expect(await found('to see, 100 % su')).toEqual(['03', '13']);
  expect(await found('get_order.ts')).toEqual(['01', '11']);
  expect(await found('order')).toEqual(['01', '11']);
  expect(await found('注文')).toEqual(['02', '12']);
  expect(await found('100 %')).toEqual(['03', '13']);
  expect(await found('must schema')).toEqual([]);
  expect(await found('注客')).toEqual([]);
  expect(await found('_chema')).toEqual([]);
  expect(await found(`'; drop table traces --`)).toEqual([]);
  expect(await found(`a & ! ( :* ' \\`)).toEqual([]);
}

test('thoughts are found by words, parts of names and characters, equally with and without an index', async () => {
  await expectEverythingFound();
  expect(await indexClosedDays(database.sql)).toEqual([yesterday]);
  expect(await indexClosedDays(database.sql)).toEqual([]);
  expect((await daysWithoutIndex(database.sql)).map(({ isOver }) => isOver)).toEqual([false]);
  await expectEverythingFound();
});

test('several words must be in the same call, and a range includes only traces that began in it', async () => {
  const asked = { projectId: PROJECT, from: null, to: null, limit: 50 };
  const ids = async (search: Partial<ThoughtSearch> & { terms: string[] }) =>
    (await searchThoughts(database.sql, { ...asked, ...search })).found.map((call) => call.traceId.slice(-2));
  for (const indexed of [false, true]) {
    if (indexed) await indexClosedDays(database.sql);
    expect(await ids({ terms: ['schema', 'chang'] })).toEqual(['00', '10']);
    expect(await ids({ terms: ['schema', 'order'] })).toEqual([]);
    const midnight = new Date(`${today}T00:00:00Z`);
    expect(await ids({ terms: ['schema'], from: midnight })).toEqual(['00']);
    expect(await ids({ terms: ['schema'], to: midnight })).toEqual(['10']);
  }
});

test('one long trace does not fill the whole result', async () => {
  const { sql } = database;
  const id = Buffer.from('ee'.repeat(16), 'hex');
  const key = { project_id: PROJECT, day: today, trace_id: id };
  const at = new Date(`${today}T23:00:00Z`);
  await sql`insert into traces ${sql({ ...key, started_at: at, ended_at: at })}`;
  for (let index = 0; index < 40; index++) {
    const call = { ...key, span_id: Buffer.from('00000000000000aa', 'hex'), call_index: index };
    await sql`insert into tool_calls ${sql({ ...call, started_at: at, described_by: 'generation', type: 'function', tool_name: 'x', status: 'ok', thinking_state: 'readable' })}`;
    await sql`insert into tool_call_texts ${sql({ ...call, thoughts: ['the schema once more'] })}`;
  }
  const search = { projectId: PROJECT, from: null, to: null, terms: ['schema'], limit: 30 };
  const { found, complete } = await searchThoughts(sql, search);
  expect(found.filter(({ traceId }) => traceId === 'ee'.repeat(16))).toHaveLength(25);
  expect(found.map(({ traceId }) => traceId.slice(-2))).toEqual(expect.arrayContaining(['00', '10']));
  expect(complete).toBe(false);
  await sql`delete from traces where trace_id = ${id}`;
  await sql`delete from tool_calls where trace_id = ${id}`;
  await sql`delete from tool_call_texts where trace_id = ${id}`;
});

test('of several days without an index only the newest two are read, and the result says so', async () => {
  const { sql } = database;
  const [row] = await sql<{ before: string }[]>`select current_date - 2 as before`;
  await ensurePartitions(sql, row!.before);
  await sql.unsafe(`drop index if exists tool_call_texts_${yesterday.replaceAll('-', '')}_words_idx`);
  await insertThought({ projectId: PROJECT, day: row!.before, id: '20', thought: TEXTS[0]! });
  const search = { projectId: PROJECT, from: null, to: null, terms: ['schema'], limit: 50 };
  const before = await searchThoughts(sql, search);
  expect([before.found.map(({ traceId }) => traceId.slice(-2)), before.complete]).toEqual([['00', '10'], false]);
  await indexClosedDays(sql);
  const after = await searchThoughts(sql, search);
  expect([after.found.map(({ traceId }) => traceId.slice(-2)), after.complete]).toEqual([['00', '10', '20'], true]);
  await sql`delete from traces where day = ${row!.before}`;
  for (const table of ['spans', 'tool_calls', 'tool_call_texts', 'payloads'])
    await sql.unsafe(`drop table ${table}_${row!.before.replaceAll('-', '')}`);
});

test('today is searched even without time for another day, and the result says that it is incomplete', async () => {
  const search = { projectId: PROJECT, from: null, to: null, terms: ['schema'], limit: 50, longestMs: -1 };
  const { found, complete } = await searchThoughts(database.sql, search);
  expect(found.map(({ startedAt }) => startedAt.toISOString().slice(0, 10))).toEqual([today]);
  expect(complete).toBe(false);
});

test('the result says when something was left out', async () => {
  const search = { projectId: PROJECT, from: null, to: null, terms: ['schema'], limit: 1 };
  expect(await searchThoughts(database.sql, search)).toMatchObject({ found: [{ tool: 'x' }], complete: false });
  expect(await searchThoughts(database.sql, { ...search, limit: 2 })).toMatchObject({ complete: true });
});

// Citus plans on its workers, where this setting has no effect.
test.skipIf(process.env.DATABASE_URL)('the index of a closed day leads the search, by project and words', async () => {
  const { sql } = database;
  await indexClosedDays(sql);
  const plan = await sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`;
    return transaction.unsafe(`explain (costs off) select from tool_call_texts
      where project_id = '${PROJECT}' and day = '${yesterday}' and call_words(thoughts, preamble, arguments) @@ call_query('schema')`);
  });
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(
    /Bitmap Index Scan on tool_call_texts_\d+_words_idx\n\s+Index Cond: \(\(project_id = .*call_words/,
  );
});

test.skipIf(process.env.DATABASE_URL)('a phrase does not make PostgreSQL split rows into words again', async () => {
  const { sql } = database;
  await indexClosedDays(sql);
  const plan = await sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`;
    return transaction`explain (analyze, costs off, timing off) select from tool_call_texts x
      where x.project_id = ${PROJECT} and x.day = ${yesterday} and ${containsWords(sql, '注客')}`;
  });
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(text).toMatch(/Rows Removed by Filter: 1\b/);
  expect(text).not.toContain('Rows Removed by Index Recheck');
});

test('of today only the newest traces are read, the result says since when, and a deeper search reads many more', async () => {
  const { sql } = database;
  const projectId = '00000000-0000-4000-8000-000000000004';
  await sql`
    with made as (
      insert into traces (project_id, trace_id, day, started_at, ended_at, span_count)
      select ${projectId}, decode(lpad(to_hex(number), 32, '0'), 'hex'), ${today}::date, ${today}::date + number * interval '1 minute', ${today}::date, 1
      from generate_series(0, 449) number returning *
    ), called as (
      insert into tool_calls (project_id, day, trace_id, span_id, call_index, described_by, type, tool_name, started_at, status, thinking_state)
      select project_id, day, trace_id, '\\x00000000000000aa', 0, 'generation', 'function', 'x', started_at, 'ok', 'readable' from made
    )
    insert into tool_call_texts (project_id, day, trace_id, span_id, call_index, thoughts)
    select project_id, day, trace_id, '\\x00000000000000aa', 0, array[case when started_at = day then 'rare' else 'common' end] from made`;
  const search = { projectId, from: null, to: null, terms: ['rare'], limit: 10 };
  const near = await searchThoughts(sql, search);
  expect(near).toMatchObject({ found: [], complete: false });
  expect(near.readSince?.getUTCMinutes()).toBe(50);
  expect(await searchThoughts(sql, { ...search, far: true })).toMatchObject({
    found: [{ traceId: '0'.repeat(32) }],
    complete: true,
    readSince: null,
  });
  await sql`delete from traces where project_id = ${projectId}`;
});
