import { BLANK_CALL } from '@subtext/trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject } from '../../testing/new-project.ts';
import { spanIdOf, storableSpan } from '../../testing/storable-spans.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { createWriteBatch } from '../../write/write-batch.ts';
import { exportPage, type ExportCounts, type ExportQuery } from './export-page.ts';
import { EXPORT_SCHEMA } from './export-tables.ts';

let database: TestDatabase;
let projectId: string;
let otherId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  [projectId, otherId] = [await newProject(database.sql), await newProject(database.sql)];
});
afterAll(() => database.drop());

const traceIdOf = (number: number) => number.toString(16).padStart(32, '0');
const LONG = `the result ${'x'.repeat(1_000)}`;

/** A trace of so many spans; each has a call with a thought, and with a result that is packed. */
const traceOf = (project: string, traceId: string, spans: number) =>
  Array.from({ length: spans }, (_, index) => ({
    ...storableSpan({
      traceId,
      span: { spanId: spanIdOf(`s${index}`), name: `span ${index} of ${traceId}` },
      calls: [callOf(project, index)],
      body: JSON.stringify({ name: `span ${index}`, project }),
    }),
    projectId: project,
  }));

const callOf = (project: string, index: number) => ({
  ...BLANK_CALL,
  callId: `call_${index}`,
  toolName: 'get_order',
  startedAt: '2026-11-21T10:00:00.000000Z',
  thinkingState: 'readable' as const,
  resultPreview: 'the result',
  texts: { thoughts: ['I look.'], preamble: null, arguments: '{}', result: `${project} ${LONG}` },
});

type Row = Record<string, unknown>;

async function exported(query: Omit<ExportQuery, 'after'>) {
  const rows: Record<string, Row[]> = { traces: [], spans: [], calls: [], scores: [] };
  const stored: ExportCounts = { traces: 0, spans: 0, calls: 0, scores: 0 };
  let after: ExportQuery['after'] = null;
  let pages = 0;
  do {
    const page = exportPage(database.sql, { ...query, after });
    let step = await page.next();
    for (; !step.done; step = await page.next())
      for (const { table, json } of step.value) rows[table]!.push(JSON.parse(json) as Row);
    for (const table of ['traces', 'spans', 'calls', 'scores'] as const) stored[table] += step.value.stored[table];
    after = step.value.next;
    pages += 1;
  } while (after !== null);
  return { rows, stored, pages };
}

describe('an export', () => {
  it('has every row of the project with its texts, as many as are stored, and none of another project', async () => {
    const write = createWriteBatch(database.sql);
    for (let number = 1; number <= 40; number++) await write(traceOf(projectId, traceIdOf(number), 3));
    // Longer than what is read at a time.
    await write(traceOf(projectId, traceIdOf(7_000), 600));
    await write(traceOf(otherId, traceIdOf(5), 4));

    const { rows, stored } = await exported({ projectId, since: null });
    expect(stored).toEqual({ traces: 41, spans: 720, calls: 720, scores: 0 });
    for (const [table, some] of Object.entries(rows)) expect(some).toHaveLength(stored[table as keyof ExportCounts]);
    expect(new Set(rows.spans!.map((row) => `${String(row.trace_id)} ${String(row.span_id)}`)).size).toBe(720);
    expect(JSON.stringify(rows)).not.toContain(otherId);

    const columns = Object.entries(rows).filter(([, some]) => some.length > 0);
    for (const [table, some] of columns)
      expect(Object.keys(some[0]!)).toEqual(Object.keys(EXPORT_SCHEMA[table as keyof ExportCounts]));
    for (const call of rows.calls!)
      expect(call).toMatchObject({ result: `${projectId} ${LONG}`, thoughts: ['I look.'] });
    for (const span of rows.spans!) expect(JSON.parse(String(span.sent))).toMatchObject({ project: projectId });
  });

  it('continues where a page ended', async () => {
    const write = createWriteBatch(database.sql);
    const id = await newProject(database.sql);
    for (let number = 1; number <= 3; number++) await write(traceOf(id, traceIdOf(number), 5_000));
    const { pages, rows, stored } = await exported({ projectId: id, since: null });
    expect(pages).toBe(2);
    expect([rows.traces, rows.spans].map((some) => some!.length)).toEqual([stored.traces, stored.spans]);
    expect(stored).toMatchObject({ traces: 3, spans: 15_000 });
  });

  it('has only what changed since a time', async () => {
    const write = createWriteBatch(database.sql);
    const id = await newProject(database.sql);
    await write(traceOf(id, traceIdOf(1), 2));
    const [{ now }] = await database.sql<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
    // A millisecond later, because a Date has no microseconds.
    const since = new Date(now.getTime() + 1);
    await database.sql`SELECT pg_sleep_until(${since}::timestamptz)`;
    await write(traceOf(id, traceIdOf(2), 3));
    const { rows, stored } = await exported({ projectId: id, since });
    expect(stored).toEqual({ traces: 1, spans: 3, calls: 3, scores: 0 });
    expect(rows.traces!.map((row) => row.trace_id)).toEqual([traceIdOf(2)]);
    expect(rows.calls).toHaveLength(3);
  });

  it('gives its connection back when its reader leaves early', async () => {
    const page = exportPage(database.sql, { projectId, after: null, since: null });
    await page.next();
    await page.return({ stored: { traces: 0, spans: 0, calls: 0, scores: 0 }, next: null });
    const [row] = await database.sql<[{ open: number }]>`
      SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`;
    expect(row.open).toBe(0);
  });
});
