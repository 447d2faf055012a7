/** Tests the migration that splits rollups by agent and effort, on a database with unsplit rollups. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countedThinking, isTask } from '@subtext/reasoning';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import type { StorableSpan } from '@subtext/trace';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpans, withoutRuns } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const MIGRATION = '../../../../prisma/migrations/20261122120000_rollups_by_agent_and_effort/migration.sql';
/** Deletes the rows of zeros that the migration makes, as every store has them deleted today. */
const WITHOUT_EMPTY_ROWS = '../../../../prisma/migrations/20261125110000_no_empty_rollups/migration.sql';
/** Counts the latencies of the rows that the migration makes. */
const LATENCIES = '../../../../prisma/migrations/20261127180000_latency_histograms/migration.sql';

const SUMS = [
  ...['generations', 'generations_reporting', 'generations_unpriced', 'errors', 'input_tokens', 'cache_read_tokens'],
  ...['output_tokens', 'reasoning_tokens', 'readable_tokens', 'summary_tokens', 'no_text_tokens', 'input_cost'],
  ...['answer_cost', 'readable_cost', 'summary_cost', 'no_text_cost'],
];

/** Restores the tables as they were before, with the same sums. */
const BEFORE = `
  DROP INDEX tool_calls_dearest_idx;
  ALTER TABLE tool_rollups DROP COLUMN calls_estimated, DROP COLUMN estimated_tokens,
    DROP COLUMN duration_histogram, DROP COLUMN inferred_histogram;
  ALTER TABLE model_rollups DROP COLUMN duration_histogram, DROP COLUMN first_token_histogram;
  ALTER TABLE model_rollups DROP CONSTRAINT model_rollups_pkey;
  CREATE TABLE summed AS SELECT project_id, hour, provider, model, ${SUMS.map((sum) => `sum(${sum}) AS ${sum}`).join(', ')}
    FROM model_rollups GROUP BY 1, 2, 3, 4;
  DELETE FROM model_rollups;
  ALTER TABLE model_rollups DROP COLUMN agent_name, DROP COLUMN reasoning_effort, ADD PRIMARY KEY (project_id, hour, provider, model);
  INSERT INTO model_rollups (project_id, hour, provider, model, ${SUMS.join(', ')}) SELECT * FROM summed;
  DROP TABLE summed;`;

/** A later migration changed sums to differ from what calls report. */
const withinOutput = ({ span, ...stored }: StorableSpan): StorableSpan => ({
  ...stored,
  span: { ...span, reasoningTokens: span.reasoningTokens && countedThinking(span.reasoningTokens, span.outputTokens) },
});

/** Calls that do not think have a migration of their own, which comes later (migrate-task-calls.test.ts). */
const withoutTasks = (spans: readonly StorableSpan[]): StorableSpan[] =>
  spans.filter(({ span: { kind } }) => !isTask(kind));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// Citus cannot change a key together with other parts of a table, and a released migration is never edited.
test.skipIf(process.env.DATABASE_URL)(
  'stored spans are grouped by agent and effort, and sums of deleted spans stay without a name',
  async () => {
    const { sql } = database;
    const [kept, forgotten] = await Promise.all(
      ['kept', 'forgotten'].map((slug) => ensureProject(sql, { slug, name: slug })),
    );
    const write = createWriteBatch(sql);
    for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 11 }))
      for (const { id } of [kept!, forgotten!])
        await write(withoutTasks(withoutRuns(spans)).map((stored) => ({ ...withinOutput(stored), projectId: id })));
    const before = await stored(sql, kept!.id);
    const [spent] = await sql`SELECT sum(answer_cost) AS cost FROM model_rollups WHERE project_id = ${forgotten!.id}`;

    await runStatements(sql, BEFORE);
    await sql`DELETE FROM spans WHERE project_id = ${forgotten!.id}`;
    for (const migration of [MIGRATION, WITHOUT_EMPTY_ROWS, LATENCIES])
      await runStatements(sql, await readFile(join(import.meta.dirname, migration), 'utf8'));

    expect(await checkSums(sql, kept!.id)).toEqual([]);
    expect(new Set((await stored(sql, kept!.id)).models.map((row) => row.agent_name)).size).toBeGreaterThan(3);
    expect(await stored(sql, kept!.id)).toEqual(before);
    const rows = await sql`SELECT agent_name, reasoning_effort, sum(answer_cost) AS cost FROM model_rollups
    WHERE project_id = ${forgotten!.id} GROUP BY 1, 2`;
    expect(rows.map((row) => ({ ...row }))).toEqual([{ agent_name: '', reasoning_effort: '', cost: spent!.cost }]);
  },
);
