import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteTrace } from './delete-trace.ts';
import { PARTITIONED_TABLES } from '../postgres/partitions.ts';
import { checkSums } from '../maintain/recount.ts';
import { createShareLink, findShareLink } from '../projects/share-links.ts';
import type { StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { stored, storedSpanIds } from '../testing/stored.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const store = (projectId: string, spans: readonly StorableSpan[]) =>
  createWriteBatch(database.sql)(spans.map((span) => ({ ...span, projectId })));

const TRACE = '1'.repeat(32);

/** Counts rows by table. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const tables = [...PARTITIONED_TABLES, 'traces', 'model_rollups', 'tool_rollups'];
  const counts = tables.map(async (table) => {
    const [row] = await database.sql.unsafe(`SELECT count(*)::int AS rows FROM ${table} WHERE project_id = $1`, [
      projectId,
    ]);
    return [table, row!.rows as number] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

test('the remaining rows are as if the deleted traces had never been stored', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(storableSpans(), async (spans) => {
      const [cleaned, spared] = [await newProject(database.sql), await newProject(database.sql)];
      const traces = [...new Set(spans.map(({ traceId }) => traceId))];
      const gone = new Set(traces.filter((_, index) => index % 2 === 0));
      const left = spans.filter(({ traceId }) => !gone.has(traceId));
      await store(cleaned, spans);
      for (const traceId of gone) await deleteTrace(database.sql, { projectId: cleaned, traceId });
      await store(spared, left);

      expect(await stored(database.sql, cleaned)).toEqual(await stored(database.sql, spared));
      expect(await storedSpanIds(database.sql, cleaned)).toEqual(await storedSpanIds(database.sql, spared));
      expect(await checkSums(database.sql, cleaned)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('an embedding without usage is counted in the rollups, also after the model call of the same hour was deleted', async () => {
  const [cleaned, spared] = [await newProject(database.sql), await newProject(database.sql)];
  const embedding = storableSpan({ traceId: '2'.repeat(32), span: { kind: 'embedding' } });
  await store(cleaned, [storableSpan({ traceId: TRACE }), embedding]);
  await deleteTrace(database.sql, { projectId: cleaned, traceId: TRACE });
  await store(spared, [embedding]);

  const { models } = await stored(database.sql, spared);
  expect(models).toMatchObject([{ generations: 0, task_calls: 1, generations_unpriced: 1, input_tokens: 0n }]);
  expect((await stored(database.sql, cleaned)).models).toEqual(models);
  expect(await checkSums(database.sql, spared)).toEqual([]);
});

test('no row remains of the only trace of a project, and the number of deleted spans is returned', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, [storableSpan({ traceId: TRACE })]);
  expect(Object.values(await rowsOf(projectId))).not.toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await deleteTrace(database.sql, { projectId, traceId: TRACE })).toBe(1);
  expect(Object.values(await rowsOf(projectId))).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('a trace of the same id in another project stays, and a missing trace is reported as missing', async () => {
  const [projectId, other] = [await newProject(database.sql), await newProject(database.sql)];
  await store(other, [storableSpan({ traceId: TRACE })]);
  const before = await stored(database.sql, other);
  expect(await deleteTrace(database.sql, { projectId, traceId: TRACE })).toBeUndefined();
  expect(await stored(database.sql, other)).toEqual(before);
});

test('its share links show nothing, also after a new span has created the trace again', async () => {
  const projectId = await newProject(database.sql);
  const span = storableSpan({ traceId: TRACE });
  await store(projectId, [span]);
  await database.sql`INSERT INTO users (id, name, email) VALUES ('u', 'U', 'u@example.com')`;
  await database.sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${projectId}, 'u', 'owner')`;
  const shows = { thoughts: true, said: true, arguments: true, results: true };
  const trace = { projectId, traceId: TRACE };
  const link = await createShareLink(database.sql, trace, { shows, expiresInDays: null, createdBy: 'u' });
  expect(await findShareLink(database.sql, link!.token)).toBeDefined();
  await deleteTrace(database.sql, trace);
  await store(projectId, [span]);
  expect(await findShareLink(database.sql, link!.token)).toBeUndefined();
});

test('a batch that waited for the lock creates the trace again, with exact totals', async () => {
  const projectId = await newProject(database.sql);
  const traces = [TRACE, '2'.repeat(32)];
  const spansOf = (digit: string) =>
    traces.map((traceId) => storableSpan({ traceId, span: { spanId: digit.repeat(16) } }));
  await store(projectId, spansOf('a'));
  await Promise.all([
    ...traces.map((traceId) => deleteTrace(database.sql, { projectId, traceId })),
    ...['b', 'c', 'd'].map((digit) => store(projectId, spansOf(digit))),
  ]);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test('a trace on legal hold is not deleted', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, [storableSpan({ traceId: TRACE })]);
  await database.sql`INSERT INTO legal_holds (project_id, kind, value, reason, placed_by)
    VALUES (${projectId}, 'trace', ${TRACE}, 'Case 12', 'ada@example.com')`;
  await expect(deleteTrace(database.sql, { projectId, traceId: TRACE })).rejects.toThrow('legal hold');
  expect(await storedSpanIds(database.sql, projectId)).toHaveLength(1);
});
