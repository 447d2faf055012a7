/**
 * `npm run bench:scale`: measures reading in a database that `npm run generate` has filled: each question of the
 * screens with its rows, time and budget, the bytes per span, and the time to delete a day.
 */
import { writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, ensurePartitions, forgetOldDays, migrate, type Sql } from '@subtext/db';
import { openDatabase } from './scale-database.ts';
import type { Question, Subject } from './scale-question.ts';
import { QUESTIONS } from './scale-questions.ts';
import { quantile } from './statistics.ts';

const HELP = `npm run bench:scale -- [--data DIR] [--project default] [--only WORDS] [--write] [--forget]

  --data DIR    the directory that npm run generate has filled; without it, the database of DATABASE_URL
  --project S   slug of the project that was generated (default)
  --only WORDS  only the questions with these words in their names, and no sizes
  --forget      drop the oldest day, for good, and say how long that took
  --write       put the tables into docs/scaling.md`;

/** Enough repeats that the p95 is not the slowest of all. Slow questions are repeated less often. */
const REPEATS = 40;
const LONGEST_MS = 20_000;
/** A little above 10,000, because a long trace gets a few more steps than requested. */
const BUDGETED_STEPS = 10_100;
const TABLES = ['spans', 'tool_calls', 'tool_call_texts', 'payloads', 'traces', 'model_rollups', 'tool_rollups'];

async function main(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const project = { type: 'string', default: 'default' } as const;
  const { values } = parseArgs({
    options: { data: { type: 'string' }, project, only: { type: 'string' }, write: flag, forget: flag, help: flag },
  });
  const database = values.help ? undefined : await openDatabase(values.data);
  if (!database) return console.log(HELP);
  // An earlier version may have filled the database.
  await migrate(database.url);
  const sql = connect(database.url, { max: 4, applicationName: 'subtext bench' });
  try {
    const subject = await findSubject(sql, values.project);
    const { only } = values;
    const asked = QUESTIONS.filter(({ name }) => only === undefined || name.includes(only));
    const parts = [await storedTable(sql, subject), await timesTable(sql, subject, asked)];
    if (only !== undefined) return console.log(parts.join('\n\n'));
    parts.push(await bytesTable(sql), await bloatTable(sql));
    if (values.forget) parts.push(await forgetOldest(sql));
    const report = parts.join('\n\n');
    console.log(report);
    if (values.write) await writeReport(report);
  } finally {
    await sql.end();
    await database.close();
  }
}

async function findSubject(sql: Sql, slug: string): Promise<Subject> {
  const [project] = await sql<{ id: string }[]>`select id from projects where slug = ${slug}`;
  if (!project) throw new Error(`There is no project ${slug}: run npm run generate first.`);
  const [largest] = await sql<Omit<Subject, 'sql' | 'projectId'>[]>`
    select encode(trace_id, 'hex') as "largestId", (select max(session_id) from traces where project_id = ${project.id}) as "sessionId",
      (select encode(trace_id, 'hex') from traces where project_id = ${project.id} and step_count <= ${BUDGETED_STEPS}
        order by step_count desc limit 1) as "traceId"
    from traces where project_id = ${project.id} order by step_count desc limit 1`;
  if (!largest) throw new Error(`Project ${slug} has no traces: run npm run generate first.`);
  return { sql, projectId: project.id, ...largest };
}

async function storedTable(sql: Sql, { projectId }: Subject): Promise<string> {
  const [row] =
    await sql`select count(*) as traces, sum(span_count) as spans, count(distinct day) as days from traces where project_id = ${projectId}`;
  const [server] =
    await sql`select current_setting('server_version') as version, current_setting('shared_buffers') as buffers`;
  return `PostgreSQL ${server!.version}, shared_buffers ${server!.buffers}: ${count(row!.spans)} spans in ${count(row!.traces)} traces over ${row!.days} days.`;
}

async function timesTable(sql: Sql, subject: Subject, questions: readonly Question[]): Promise<string> {
  const lines: string[][] = [];
  for (const question of questions) lines.push(await measure(sql, subject, question));
  return table(['question', 'rows', 'rows read', 'median', 'p95', 'budget', ''], lines);
}

/**
 * The first run fills the caches and does not count. Rows read: the total that all tables report for one run, from
 * indexes and from the table itself.
 */
async function measure(sql: Sql, subject: Subject, { name, budgetMs, ask }: Question): Promise<string[]> {
  const rows = await ask(subject);
  const before = await rowsRead(sql);
  await ask(subject);
  const read = (await rowsRead(sql)) - before;
  const times: number[] = [];
  const end = performance.now() + LONGEST_MS;
  while (times.length < REPEATS && performance.now() < end) {
    const began = performance.now();
    await ask(subject);
    times.push(performance.now() - began);
  }
  const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  return [
    name,
    count(rows),
    count(read),
    `${median.toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
    `${budgetMs} ms`,
    p95 <= budgetMs ? 'within' : '**over**',
  ];
}

/** Connections report their statistics after a moment of idleness, unless they are asked to. */
async function rowsRead(sql: Sql): Promise<number> {
  await Promise.all([1, 2, 3, 4].map(() => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`));
  const [row] = await sql<
    { read: bigint }[]
  >`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables`;
  return Number(row!.read);
}

async function bytesTable(sql: Sql): Promise<string> {
  const [stored] = await sql<{ spans: bigint }[]>`select sum(span_count) as spans from traces`;
  const rows = await sql<{ part: string; bytes: bigint }[]>`
    with tables as (select name, coalesce(inhrelid, name::regclass) as id from unnest(${TABLES}::text[]) name left join pg_inherits on inhparent = name::regclass),
    parts as (
      select name || ' (table)' as part, pg_table_size(id) as bytes from tables
      union all
      select name || ': ' || case when indisprimary then 'key' else regexp_replace(regexp_replace(index.relname, '_[0-9]{8}', ''), '^' || name || '_', '') end, pg_relation_size(indexrelid)
      from tables join pg_index on indrelid = id join pg_class index on index.oid = indexrelid)
    select part, sum(bytes)::bigint as bytes from parts group by part order by 2 desc`;
  const perSpan = (bytes: bigint) => (Number(bytes) / Number(stored!.spans)).toFixed(1);
  const all = rows.reduce((sum, { bytes }) => sum + bytes, 0n);
  return table(
    ['part', 'bytes a span'],
    [...rows.map(({ part, bytes }) => [part, perSpan(bytes)]), ['**all**', `**${perSpan(all)}**`]],
  );
}

/**
 * Shows the bloat after the updates that storing causes: every batch updates the rows of traces and rollups that it
 * touches.
 */
async function bloatTable(sql: Sql): Promise<string> {
  const rows =
    await sql`select relname, n_live_tup, n_dead_tup, n_tup_upd, n_tup_hot_upd, autovacuum_count from pg_stat_user_tables
    where relname = any(${['traces', 'model_rollups', 'tool_rollups']})`;
  const lines: string[][] = [];
  for (const row of rows) {
    const size = async () =>
      (await sql<{ bytes: bigint }[]>`select pg_indexes_size(${String(row.relname)}::regclass) as bytes`)[0]!.bytes;
    const before = await size();
    const began = performance.now();
    await sql.unsafe(`vacuum ${row.relname}`);
    const took = performance.now() - began;
    const hot = row.n_tup_upd > 0n ? `${Math.round((Number(row.n_tup_hot_upd) / Number(row.n_tup_upd)) * 100)} %` : '—';
    lines.push([
      row.relname,
      count(row.n_live_tup),
      count(row.n_dead_tup),
      hot,
      String(row.autovacuum_count),
      `${took.toFixed(0)} ms`,
      `${(Number(before) / 1e6).toFixed(1)} MB`,
    ]);
  }
  return table(
    [
      'updated table',
      'live rows',
      'dead rows',
      'updates without index work',
      'vacuums by itself',
      'vacuum now',
      'indexes',
    ],
    lines,
  );
}

async function forgetOldest(sql: Sql): Promise<string> {
  const [oldest] = await sql<{ ago: number; day: string; traces: bigint; spans: bigint }[]>`
    select current_date - day as ago, day, count(*) as traces, sum(span_count)::bigint as spans from traces group by day order by day limit 1`;
  if (!oldest || oldest.ago < 2) return 'There is no day to forget.';
  await ensurePartitions(sql, oldest.day);
  const began = performance.now();
  const forgotten = await forgetOldDays(sql, oldest.ago - 1);
  const took = performance.now() - began;
  return `Forgetting ${forgotten.days.join(', ')} (${count(oldest.spans)} spans, ${count(forgotten.traces)} traces) took ${took.toFixed(0)} ms, rows of traces included.`;
}

function count(value: unknown): string {
  return Number(value).toLocaleString('en');
}

function table(head: string[], lines: string[][]): string {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

const MARKS = ['<!-- measured: npm run bench:scale -- --write -->', '<!-- end of measured -->'] as const;

async function writeReport(report: string): Promise<void> {
  const path = join(import.meta.dirname, '../docs/scaling.md');
  const page = await readFile(path, 'utf8');
  const [begin, end] = MARKS.map((mark) => page.indexOf(mark));
  if (begin! < 0 || end! < begin!) throw new Error(`docs/scaling.md has no place for the tables: ${MARKS.join(' … ')}`);
  await writeFile(path, `${page.slice(0, begin! + MARKS[0].length)}\n\n${report}\n\n${page.slice(end!)}`);
}

await main();
