/** Tests the migration that adds histograms of latency, on rollups as they were before. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpans } from '../testing/storable-spans.ts';
import { stored, type Sums } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const MIGRATION = '../../../../prisma/migrations/20261127180000_latency_histograms/migration.sql';

/** Restores the tables as they were before: a tool that only ran had no row. */
const BEFORE = `
  ALTER TABLE model_rollups DROP COLUMN duration_histogram, DROP COLUMN first_token_histogram;
  ALTER TABLE tool_rollups DROP COLUMN duration_histogram, DROP COLUMN inferred_histogram;
  DELETE FROM tool_rollups WHERE calls = 0;`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('counts the durations of stored spans into the buckets that the write path would have used', async () => {
  const { sql } = database;
  const { id } = await ensureProject(sql, { slug: 'p', name: 'P' });
  const write = createWriteBatch(sql);
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 7 }))
    await write(spans.map((span) => ({ ...span, projectId: id })));
  const after = await stored(sql, id);
  expect(filledBuckets(after)).toBeGreaterThan(4);

  await runStatements(sql, BEFORE);
  await runStatements(sql, await readFile(join(import.meta.dirname, MIGRATION), 'utf8'));

  expect(await stored(sql, id)).toEqual(after);
  expect(await checkSums(sql, id)).toEqual([]);
});

const filledBuckets = ({ models, tools }: Sums): number =>
  [...models, ...tools].flatMap(({ duration_histogram: buckets }) => (buckets as number[]).filter((count) => count > 0))
    .length;
