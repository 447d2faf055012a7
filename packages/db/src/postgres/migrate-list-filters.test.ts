/** Tests the migration that adds agents and efforts to each trace, on a database that has them only on spans. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const MIGRATION = '../../../../prisma/migrations/20261122160000_list_filters/migration.sql';

/** Restores the table as it was before. Dropping a column also drops its index. */
const BEFORE = `
  ALTER TABLE traces DROP COLUMN agents, DROP COLUMN efforts;
  DROP INDEX traces_steps_idx;
  DROP INDEX traces_thinking_idx;
  DROP INDEX traces_duration_idx;
  DROP INDEX traces_errors_idx;`;

/** More agents than a trace stores. */
const AGENTS = Array.from({ length: 60 }, (_, index) => `agent ${String((index * 7) % 60).padStart(2, '0')}`);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('stored traces get the agents and efforts that ingest would have written', async () => {
  const { sql } = database;
  const [one, other] = await Promise.all(['one', 'other'].map((slug) => ensureProject(sql, { slug, name: slug })));
  const write = createWriteBatch(sql);
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 7 }))
    for (const { id } of [one!, other!]) await write(spans.map((span) => ({ ...span, projectId: id })));
  const crowd = AGENTS.map((agentName, index) =>
    storableSpan({
      traceId: 'c'.repeat(32),
      span: { spanId: String(index).padStart(16, '0'), agentName, reasoningEffort: 'low' },
    }),
  );
  for (const half of [crowd.slice(30), crowd.slice(0, 30)])
    await write(half.map((span) => ({ ...span, projectId: one!.id })));
  await write([{ ...storableSpan({ traceId: 'd'.repeat(32) }), projectId: other!.id }]);
  const written = await namesOf();

  await runStatements(sql, BEFORE);
  await runStatements(sql, await readFile(join(import.meta.dirname, MIGRATION), 'utf8'));

  expect(await namesOf()).toEqual(written);
  expect(written.find(({ trace }) => trace.startsWith('c'))).toMatchObject({
    agents: AGENTS.toSorted().slice(0, 50),
    efforts: ['low'],
  });
  expect(written.find(({ trace }) => trace.startsWith('d'))).toMatchObject({ agents: [], efforts: [] });
  expect(new Set(written.map(({ agents }) => agents.join())).size).toBeGreaterThan(4);
});

interface Named {
  project: string;
  trace: string;
  agents: string[];
  efforts: string[];
}

async function namesOf(): Promise<Named[]> {
  const rows = await database.sql<Named[]>`
    SELECT project_id AS project, encode(trace_id, 'hex') AS trace, agents, efforts FROM traces ORDER BY project_id, trace_id`;
  return rows.map((row) => ({ ...row }));
}
