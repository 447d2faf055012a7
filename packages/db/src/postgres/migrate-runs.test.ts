/** Tests the migration that counts the usage of runs, on a database without such columns. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan, storableSpans, withoutRuns } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const MIGRATION = '../../../../prisma/migrations/20261123100000_run_figures/migration.sql';

/** Restores the tables as they were before. */
const BEFORE = `
  ALTER TABLE spans DROP COLUMN usage_source;
  ALTER TABLE traces DROP COLUMN runs_counted, DROP COLUMN generations_in_runs;
  ALTER TABLE model_rollups DROP COLUMN runs_counted, DROP COLUMN generations_in_runs;`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('stored spans count as before without rewritten rows, and a run that arrives later counts', async () => {
  const { sql } = database;
  const { id } = await ensureProject(sql, { slug: 'p', name: 'P' });
  const write = createWriteBatch(sql);
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 7 }))
    await write(withoutRuns(spans).map((span) => ({ ...span, projectId: id })));
  const old = storableSpan({ traceId: 'd'.repeat(32), span: { spanId: 'b'.repeat(16), parentSpanId: 'a'.repeat(16) } });
  await write([{ ...old, projectId: id }]);
  const before = await stored(sql, id);

  await runStatements(sql, BEFORE);
  const files = await filesOf();
  await runStatements(sql, await readFile(join(import.meta.dirname, MIGRATION), 'utf8'));

  // Rewriting a table would create a new file.
  expect(await filesOf()).toEqual(files);
  expect(await stored(sql, id)).toEqual(before);
  expect(await checkSums(sql, id)).toEqual([]);
  const run = { kind: 'agent', inputTokens: 10, outputTokens: 5 } as const;
  await createWriteBatch(sql)([{ ...storableSpan({ traceId: 'd'.repeat(32), span: run, calls: [] }), projectId: id }]);
  expect(await checkSums(sql, id)).toEqual([]);
  const [trace] = await sql`SELECT runs_counted, generations_in_runs, input_tokens FROM traces
    WHERE project_id = ${id} AND trace_id = ${Buffer.from('d'.repeat(32), 'hex')}`;
  expect({ ...trace }).toEqual({ runs_counted: 1, generations_in_runs: 1, input_tokens: 10n });
});

async function filesOf(): Promise<unknown[]> {
  const rows = await database.sql`SELECT relname, relfilenode FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname ~ '^(spans|traces|model_rollups)' ORDER BY relname`;
  return rows.map((row) => ({ ...row }));
}
