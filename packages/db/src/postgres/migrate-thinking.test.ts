/**
 * Tests the migration that limits sums of thinking to the output, on a database whose sums include everything reported.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import { ROLLUP_KEYS, SPENDS } from '../rows/recount-statements.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan, storableSpans, withoutRuns } from '../testing/storable-spans.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const MIGRATION = '../../../../prisma/migrations/20261122190000_thinking_within_output/migration.sql';

const KEYS = Object.entries(ROLLUP_KEYS);
/** Restores the sums as they were before. */
const BEFORE = `
  UPDATE traces SET reasoning_tokens = told.tokens
  FROM (SELECT project_id, trace_id, coalesce(sum(reasoning_tokens), 0) AS tokens FROM spans WHERE ${SPENDS} GROUP BY 1, 2) AS told
  WHERE traces.project_id = told.project_id AND traces.trace_id = told.trace_id;
  UPDATE model_rollups AS rollup SET reasoning_tokens = told.tokens
  FROM (
    SELECT project_id, ${KEYS.map(([name, key]) => `${key} AS of_${name}`).join(', ')}, coalesce(sum(reasoning_tokens), 0) AS tokens
    FROM spans WHERE ${SPENDS} GROUP BY 1, 2, 3, 4, 5, 6
  ) AS told
  WHERE rollup.project_id = told.project_id AND (hour, provider, model, agent_name, reasoning_effort)
    = (of_hour, of_provider, of_model, of_agent, of_effort);`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('stored spans count as ingest would have counted them', async () => {
  const { sql } = database;
  const { id } = await ensureProject(sql, { slug: 'p', name: 'P' });
  const write = createWriteBatch(sql);
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 7 }))
    await write(withoutRuns(spans).map((span) => ({ ...span, projectId: id })));
  const odd = storableSpan({ traceId: 'd'.repeat(32), span: { outputTokens: 100, reasoningTokens: 500 } });
  await write([{ ...odd, projectId: id }]);

  await runStatements(sql, BEFORE);
  const wrong = new Set((await checkSums(sql, id)).map(({ table, column }) => `${table}.${column}`));
  await runStatements(sql, await readFile(join(import.meta.dirname, MIGRATION), 'utf8'));

  expect(wrong).toEqual(new Set(['traces.reasoning_tokens', 'model_rollups.reasoning_tokens']));
  expect(await checkSums(sql, id)).toEqual([]);
});
