/**
 * The lookups of the write path read by index, also on a connection that planned them while the tables were empty, and
 * without statistics since.
 */
import type { StorableSpan } from '@subtext/trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../postgres/connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { createWriteBatch } from './write-batch.ts';

/** A statement keeps its plan from its sixth execution on. */
const EXECUTIONS = 8;
const TRACES = 500;
const SPANS_PER_TRACE = 20;

let database: TestDatabase;
let single: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  single = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await single.end();
  await database.drop();
});

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

function span(trace: number, index: number, fields: Partial<StorableSpan['span']> = {}): StorableSpan {
  const kind = index % 2 === 0 ? 'generation' : 'tool';
  const responseId = kind === 'generation' ? `resp_${trace}_${index}` : null;
  return storableSpan({
    traceId: hex(trace + 1, 32),
    span: { spanId: hex(index + 1, 16), kind, responseId, inputTokens: 5, outputTokens: 7, ...fields },
  });
}

/** What arrives for one trace: a new span, one that is stored, the end of an open one, a copy and a log record. */
function arrivals(trace: number): StorableSpan[] {
  const copy = span(trace, 0, { spanId: hex(900, 16), responseId: `resp_${trace}_0` });
  const record = { ...span(trace, 901, { kind: 'span', inputPreview: 'Is A7 in stock?' }), attachedTo: hex(3, 16) };
  return [span(trace, 800), span(trace, 4), span(trace, 2, { durationNs: 7 }), copy, record];
}

const stored = (trace: number, count: number): StorableSpan[] =>
  Array.from({ length: count }, (_, index) => span(trace, index, index === 2 ? { durationNs: null } : {}));

const READ = ['spans', 'tool_calls', 'tool_call_texts', 'payloads', 'traces'];

async function rowsRead(): Promise<{ scanned: number; byIndex: number }> {
  // Sends what this connection has counted, so that the others see it.
  await single`SELECT pg_stat_force_next_flush()`;
  const [row] = await database.sql<{ scanned: number; byIndex: number }[]>`
    SELECT sum(seq_tup_read)::float8 AS scanned, sum(idx_tup_fetch)::float8 AS "byIndex" FROM pg_stat_user_tables
    WHERE relname ~ ${`^(${READ.join('|')})(_|$)`}`;
  return row!;
}

test('a batch reads a few rows for each of its spans, in tables that were empty when it was planned', async () => {
  const tables = await database.sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_stat_user_tables JOIN pg_class USING (relname)
    WHERE relkind = 'r' AND relname ~ ${`^(${READ.join('|')})(_|$)`}`;
  for (const { name } of tables) await database.sql.unsafe(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  const projectId = await newProject(database.sql);
  const of = (spans: readonly StorableSpan[]) => spans.map((one) => ({ ...one, projectId }));
  const write = createWriteBatch(single);
  for (let index = 0; index < EXECUTIONS; index += 1) {
    const trace = TRACES + index;
    await write(of(stored(trace, 4)));
    await write(of(arrivals(trace)));
  }
  const fill = createWriteBatch(database.sql);
  for (let trace = 0; trace < TRACES; trace += 25) {
    const some = Array.from({ length: 25 }, (_, index) => stored(trace + index, SPANS_PER_TRACE));
    await fill(of(some.flat()));
  }
  const before = await rowsRead();
  const batch = Array.from({ length: 20 }, (_, index) => arrivals(index * 7)).flat();
  expect(await write(of(batch))).toEqual({ stored: 80 });
  const after = await rowsRead();
  expect(after.scanned - before.scanned).toBe(0);
  expect((after.byIndex - before.byIndex) / batch.length).toBeLessThan(25);
});
