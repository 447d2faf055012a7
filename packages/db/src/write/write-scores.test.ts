import type { StorableSpan } from '@subtext/trace';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { traceScores } from '../read/scores/trace-scores.ts';
import { MAX_SCORES_PER_TRACE } from '../rows/scores.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { changeScore, lockScore, removeScore } from './change-score.ts';
import { deleteTrace } from './delete-trace.ts';
import { moveTrace } from './move-trace.ts';
import { createWriteBatch } from './write-batch.ts';
import { writeScores, type NewScore } from './write-scores.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TRACE = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const minute = (at: number) => new Date(Date.UTC(2026, 10, 1, 12, at)).toISOString();

const score = (fields: Partial<NewScore> & Pick<NewScore, 'projectId'>): NewScore => ({
  ...{ traceId: TRACE, spanId: null, target: 'trace', name: 'quality', number: 1, label: null, thumbs: null },
  ...{ comment: null, source: 'api', authorId: null, keyId: null, idempotencyKey: 'api:1', at: minute(0) },
  ...fields,
});

const store = (projectId: string, spans: readonly StorableSpan[]) =>
  createWriteBatch(database.sql)(spans.map((span) => ({ ...span, projectId })));

const contents = async (projectId: string, traceId = TRACE) =>
  (await traceScores(database.sql, { projectId, traceId })).map(({ id: _id, createdAt: _at, ...rest }) => rest);

/** Of every key. */
const versionsOf = async (projectId: string) => {
  const rows = await database.sql`
    SELECT idempotency_key, number, label, thumbs, comment, updated_at FROM scores WHERE project_id = ${projectId} ORDER BY 1`;
  return rows.map((row) => ({ ...row }));
};

/** Few keys, moments and values, so that many versions meet. */
const VERSION = fc
  .record({
    key: fc.constantFrom('1', '2', '3'),
    at: fc.integer({ min: 0, max: 3 }),
    value: fc.oneof(
      fc.record({ number: fc.constantFrom(0, -1.5, 0.1, 1e300), label: fc.constantFrom(null, 'good') }),
      fc.record({ label: fc.constantFrom('good', 'bad', 'ё') }),
      fc.record({ thumbs: fc.boolean() }),
    ),
    comment: fc.constantFrom(null, 'why', 'Why'),
  })
  .map(({ key, at, value, comment }) => ({ number: null, ...value, comment, idempotencyKey: key, at: minute(at) }));

test(
  'any order, partition and repetition of the versions of scores stores the same',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(VERSION, { minLength: 1, maxLength: 12 }).chain((versions) =>
          fc.record({
            versions: fc.constant(versions),
            shuffled: fc
              .shuffledSubarray([...versions, ...versions], { minLength: versions.length * 2 })
              .chain((all) => fc.array(fc.integer({ min: 1, max: 5 })).map((sizes) => ({ all, sizes }))),
          }),
        ),
        async ({ versions, shuffled }) => {
          const [once, often] = [await newProject(database.sql), await newProject(database.sql)];
          await writeScores(
            database.sql,
            versions.map((version) => score({ projectId: once, ...version })),
          );
          let rest = shuffled.all;
          for (const size of [...shuffled.sizes, rest.length]) {
            const part = rest.slice(0, size).map((version) => score({ projectId: often, ...version }));
            await writeScores(database.sql, part);
            rest = rest.slice(size);
          }
          expect(await versionsOf(often)).toEqual(await versionsOf(once));
        },
      ),
      { numRuns: 60 },
    );
  },
);

test('an older update does not replace a newer one', async () => {
  const projectId = await newProject(database.sql);
  await writeScores(database.sql, [score({ projectId, number: 2, at: minute(5) })]);
  await writeScores(database.sql, [score({ projectId, number: 1, at: minute(4) })]);
  expect(await contents(projectId)).toMatchObject([{ number: 2, updatedAt: new Date(minute(5)) }]);
});

test('scores of two writers at once are stored once', async () => {
  const projectId = await newProject(database.sql);
  const all = Array.from({ length: 50 }, (_, index) => score({ projectId, idempotencyKey: `api:${index}` }));
  await Promise.all([writeScores(database.sql, all), writeScores(database.sql, all.toReversed())]);
  expect(await contents(projectId)).toHaveLength(50);
});

test('a removed score has no content, and does not come back when it is sent again', async () => {
  const projectId = await newProject(database.sql);
  const sent = score({ projectId, comment: 'secret' });
  await writeScores(database.sql, [sent]);
  const [{ id } = { id: '' }] = await traceScores(database.sql, { projectId, traceId: TRACE });
  await removeScore(database.sql, { projectId, traceId: TRACE, id });
  await writeScores(database.sql, [sent]);
  expect(await contents(projectId)).toEqual([]);
  const rows = await database.sql`SELECT name, number, comment FROM scores WHERE project_id = ${projectId}`;
  expect(rows.map((row) => ({ ...row }))).toEqual([{ name: null, number: null, comment: null }]);
});

test('a changed score stays changed when it is sent again', async () => {
  const projectId = await newProject(database.sql);
  const sent = score({ projectId, at: '2100-01-01T00:00:00Z' });
  await writeScores(database.sql, [sent]);
  const [{ id } = { id: '' }] = await traceScores(database.sql, { projectId, traceId: TRACE });
  const key = { projectId, traceId: TRACE, id };
  expect(await lockScore(database.sql, key)).toMatchObject({ name: 'quality', number: 1 });
  expect(await lockScore(database.sql, { ...key, traceId: OTHER })).toBeUndefined();
  await changeScore(database.sql, key, { name: 'quality', number: null, label: 'bad', thumbs: null, comment: null });
  await writeScores(database.sql, [sent]);
  expect(await contents(projectId)).toMatchObject([{ number: null, label: 'bad' }]);
});

test('a trace has a limited number of scores, and those that it has can still change', async () => {
  const projectId = await newProject(database.sql);
  const all = Array.from({ length: MAX_SCORES_PER_TRACE + 3 }, (_, index) =>
    score({ projectId, idempotencyKey: `api:${String(index).padStart(5, '0')}` }),
  );
  expect(await writeScores(database.sql, all)).toBe(3);
  const newer = { number: 7, at: minute(9), idempotencyKey: 'api:00000' };
  expect(await writeScores(database.sql, [score({ projectId, ...newer })])).toBe(0);
  expect(await writeScores(database.sql, [score({ projectId, idempotencyKey: 'api:new' })])).toBe(1);
  const stored = await contents(projectId);
  expect(stored).toHaveLength(MAX_SCORES_PER_TRACE);
  expect(stored.filter(({ number }) => number === 7)).toHaveLength(1);
});

test('a removed score makes room for another one, and does not come back into a full trace', async () => {
  const projectId = await newProject(database.sql);
  const all = Array.from({ length: MAX_SCORES_PER_TRACE }, (_, index) =>
    score({ projectId, idempotencyKey: `api:${index}` }),
  );
  await writeScores(database.sql, all);
  const [{ id } = { id: '' }] = await traceScores(database.sql, { projectId, traceId: TRACE });
  const [removed] = await database.sql<{ key: string }[]>`SELECT idempotency_key AS key FROM scores WHERE id = ${id}`;
  await removeScore(database.sql, { projectId, traceId: TRACE, id });
  expect(await writeScores(database.sql, [score({ projectId, idempotencyKey: 'api:next' })])).toBe(0);
  // Sent again as it was, it stays removed, so nothing is refused.
  expect(await writeScores(database.sql, [score({ projectId, idempotencyKey: removed!.key })])).toBe(0);
  const newer = score({ projectId, idempotencyKey: removed!.key, at: '2100-01-01T00:00:00Z' });
  expect(await writeScores(database.sql, [newer])).toBe(1);
  expect(await contents(projectId)).toHaveLength(MAX_SCORES_PER_TRACE);
});

test.each([NaN, Infinity, -Infinity])('the database refuses the number %s', async (number) => {
  const projectId = await newProject(database.sql);
  await writeScores(database.sql, [score({ projectId })]);
  await expect(database.sql`UPDATE scores SET number = ${number} WHERE project_id = ${projectId}`).rejects.toThrow(
    'scores_number_check',
  );
});

test('a deleted trace takes its scores with it', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, [storableSpan({ traceId: TRACE })]);
  await writeScores(database.sql, [
    score({ projectId }),
    score({ projectId, traceId: OTHER, idempotencyKey: 'api:2' }),
  ]);
  await deleteTrace(database.sql, { projectId, traceId: TRACE });
  expect(await contents(projectId)).toEqual([]);
  expect(await contents(projectId, OTHER)).toHaveLength(1);
});

test('the scores of a trace that becomes a part of another one move there, and so do later ones', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, [
    storableSpan({ traceId: TRACE, span: { spanId: '1'.repeat(16) } }),
    storableSpan({ traceId: OTHER, span: { spanId: '2'.repeat(16) } }),
    storableSpan({ traceId: OTHER, span: { spanId: '3'.repeat(16) } }),
  ]);
  await writeScores(database.sql, [score({ projectId })]);
  await database.sql.begin((transaction) => moveTrace(transaction, { projectId, traces: [TRACE, OTHER] }));
  await writeScores(database.sql, [score({ projectId, idempotencyKey: 'api:2' })]);
  expect(await contents(projectId)).toEqual([]);
  expect(await contents(projectId, OTHER)).toHaveLength(2);
});

test('projects do not share keys', async () => {
  const [mine, theirs] = [await newProject(database.sql), await newProject(database.sql)];
  await writeScores(database.sql, [score({ projectId: mine }), score({ projectId: theirs, number: 5 })]);
  expect(await contents(mine)).toMatchObject([{ number: 1 }]);
  expect(await contents(theirs)).toMatchObject([{ number: 5 }]);
});
