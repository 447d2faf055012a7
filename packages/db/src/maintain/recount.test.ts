import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { checkSums, repairSums } from './recount.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpans } from '../testing/storable-spans.ts';
import { stored, withoutEmpty } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

let database: TestDatabase;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'p', name: 'P' })).id;
  const other = (await ensureProject(database.sql, { slug: 'q', name: 'Q' })).id;
  const write = createWriteBatch(database.sql);
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 4 })) {
    await write(spans.flatMap((span) => [projectId, other].map((id) => ({ ...span, projectId: id }))));
  }
});
afterAll(() => database.drop());

test('finds no differences after the write path', async () => {
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

const DAMAGE = [
  ['traces', 'UPDATE traces SET reasoning_tokens = reasoning_tokens + 1'],
  ['traces', 'UPDATE traces SET step_count = 0'],
  ['traces', 'UPDATE traces SET open_count = open_count + 1'],
  ['traces', 'UPDATE traces SET open_snapshots = open_snapshots + 1'],
  ['traces', 'UPDATE traces SET runs_counted = runs_counted + 1'],
  ['model_rollups', 'UPDATE model_rollups SET generations_in_runs = generations_in_runs + 1'],
  ['model_rollups', 'DELETE FROM model_rollups'],
  ['model_rollups', "UPDATE model_rollups SET agent_name = agent_name || '!'"],
  ['model_rollups', 'UPDATE model_rollups SET no_text_cost = no_text_cost - 1'],
  ['model_rollups', 'UPDATE model_rollups SET duration_histogram[2] = duration_histogram[2] + 1'],
  ['model_rollups', 'UPDATE model_rollups SET first_token_histogram[1] = first_token_histogram[1] + 1'],
  ['tool_rollups', 'UPDATE tool_rollups SET token_histogram[3] = token_histogram[3] + 1'],
  ['tool_rollups', 'UPDATE tool_rollups SET inferred_histogram[48] = inferred_histogram[48] + 1'],
  [
    'tool_rollups',
    "INSERT INTO tool_rollups SELECT project_id, hour, 'no such tool', 3, 0, 0, 0, 0, token_histogram, 0, 0 FROM tool_rollups LIMIT 1",
  ],
] as const;

test.each(DAMAGE)('names and repairs damage in %s: %s', async (table, damage) => {
  const before = await stored(database.sql, projectId);
  const { id: other } = await ensureProject(database.sql, { slug: 'q', name: 'Q' });
  const untouched = await stored(database.sql, other);
  const where = damage.startsWith('INSERT') ? '' : ` WHERE project_id = '${projectId}'`;
  await database.sql.unsafe(damage.replace(' LIMIT 1', ` WHERE project_id = '${projectId}' LIMIT 1`) + where);
  const found = await repairSums(database.sql, projectId);
  expect(new Set(found.map((difference) => difference.table))).toEqual(new Set([table]));
  expect(await checkSums(database.sql, projectId)).toEqual([]);
  expect(withoutEmpty(await stored(database.sql, projectId))).toEqual(withoutEmpty(before));
  expect(await stored(database.sql, other)).toEqual(untouched);
});

test('reports the row, the figure, the stored value and that of the spans', async () => {
  const [trace] = await database.sql<{ id: string; errors: number }[]>`UPDATE traces SET error_count = error_count + 7
    WHERE project_id = ${projectId} AND trace_id = (SELECT min(trace_id::text)::bytea FROM traces)
    RETURNING encode(trace_id, 'hex') AS id, error_count AS errors`;
  const counted = String(trace!.errors - 7);
  expect(await repairSums(database.sql, projectId)).toEqual([
    { table: 'traces', row: trace!.id, column: 'error_count', stored: String(trace!.errors), counted },
  ]);
});

test('a check is exact while spans are being stored', async () => {
  const { id: busy } = await ensureProject(database.sql, { slug: 'busy', name: 'Busy' });
  const write = createWriteBatch(database.sql);
  const batches = fc.sample(storableSpans(), { numRuns: 30, seed: 9 });
  let writing = true;
  const writes = Promise.all(batches.map((spans) => write(spans.map((span) => ({ ...span, projectId: busy }))))).then(
    () => (writing = false),
  );
  while (writing) expect(await checkSums(database.sql, busy)).toEqual([]);
  await writes;
});
