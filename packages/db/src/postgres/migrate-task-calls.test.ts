/** Tests the migration that counts model calls without thinking, on sums as they were before. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const MIGRATION = '../../../../prisma/migrations/20261127020000_task_calls/migration.sql';
/** Counts the latencies of the rows that the migration makes. */
const LATENCIES = '../../../../prisma/migrations/20261127180000_latency_histograms/migration.sql';

/** Restores the tables as they were before: embeddings without a cost counted nowhere, and made no row. */
const BEFORE = `
  UPDATE traces SET generations_unpriced = 0 WHERE encode(trace_id, 'hex') LIKE 'b%';
  DELETE FROM model_rollups WHERE model = 'unpriced-embedder';
  ALTER TABLE model_rollups DROP COLUMN task_calls, DROP COLUMN duration_histogram, DROP COLUMN first_token_histogram;
  ALTER TABLE tool_rollups DROP COLUMN duration_histogram, DROP COLUMN inferred_histogram;`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('embeddings are counted by model, and those without a cost are in the counts of calls without one', async () => {
  const { sql } = database;
  const { id } = await ensureProject(sql, { slug: 'p', name: 'P' });
  const embedding = (traceId: string, span: object) =>
    storableSpan({ traceId: traceId.repeat(32), span: { kind: 'embedding', ...span }, calls: [] });
  const priced = { requestModel: 'embedder', inputTokens: 10, outputTokens: 0, inputCost: 5, totalCost: 5 };
  const spans = [embedding('a', priced), embedding('b', { requestModel: 'unpriced-embedder' })];
  await createWriteBatch(sql)(spans.map((span) => ({ ...span, projectId: id })));
  const after = await stored(sql, id);

  await runStatements(sql, BEFORE);
  for (const migration of [MIGRATION, LATENCIES])
    await runStatements(sql, await readFile(join(import.meta.dirname, migration), 'utf8'));

  expect(await stored(sql, id)).toEqual(after);
  expect(await checkSums(sql, id)).toEqual([]);
  const rows =
    await sql`SELECT model, task_calls, generations, generations_unpriced AS unpriced FROM model_rollups ORDER BY model`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { model: 'embedder', task_calls: 1, generations: 0, unpriced: 0 },
    { model: 'unpriced-embedder', task_calls: 1, generations: 0, unpriced: 1 },
  ]);
});
