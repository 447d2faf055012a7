// Deletions by user, session, tag and filter: what they delete, what stays, and their receipts.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../postgres/connect.ts';
import { ensurePartitions, PARTITIONED_TABLES } from '../postgres/partitions.ts';
import { auditPage } from '../projects/audit-log.ts';
import type { DeletionCondition } from '../projects/deletion-condition.ts';
import { liftHold, placeHold } from '../projects/legal-holds.ts';
import {
  MAX_OPEN_DELETIONS,
  previewTraceDeletion,
  requestTraceDeletion,
  stopTraceDeletion,
  traceDeletion,
  traceDeletions,
} from '../projects/trace-deletions.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { markTraces } from '../write/mark-traces.ts';
import { createWriteBatch } from '../write/write-batch.ts';
import { writeScores } from '../write/write-scores.ts';
import { quarantine } from './quarantine.ts';
import { checkSums } from './recount.ts';
import { runTraceDeletions } from './trace-deletion.ts';

const requestedBy = { id: 'ada', email: 'ada@example.com', address: '192.0.2.7' };

let database: TestDatabase;
let projectId: string;
let yesterday: string;

beforeAll(async () => {
  database = await createTestDatabase();
  yesterday = (await database.sql<[{ day: string }]>`SELECT current_date - 1 AS day`)[0].day;
  await ensurePartitions(database.sql, yesterday);
  await database.sql`INSERT INTO users (id, name, email) VALUES ('ada', 'Ada', 'ada@example.com')`;
});
beforeEach(async () => {
  projectId = await newProject(database.sql);
});
afterAll(() => database.drop());

const idOf = (digit: number) => String(digit).repeat(32);

const ofUser = (value: string): DeletionCondition => ({
  ...{ kind: 'user', value, from: null, to: null },
  conditions: [{ field: 'user', value, negated: false }],
});

interface Stored {
  digit: number;
  userId?: string | null;
  sessionId?: string | null;
  day?: string;
}

/** Stores a trace of one model call and one tool call. */
async function store({ digit, userId = '4711', sessionId = null, day }: Stored, project = projectId): Promise<void> {
  if (day !== undefined)
    await database.sql`INSERT INTO traces (project_id, trace_id, day, started_at, ended_at)
      VALUES (${project}, decode(${idOf(digit)}, 'hex'), ${day}, now(), now())`;
  const span = storableSpan({ traceId: idOf(digit), trace: { userId, sessionId } });
  await createWriteBatch(database.sql)([{ ...span, projectId: project }]);
}

const request = (condition = ofUser('4711')) =>
  requestTraceDeletion(database.sql, { projectId, condition, requestedBy }).then((id) => id!);
const receiptOf = async (id: string) => (await traceDeletion(database.sql, { projectId, id }))!;

const storedTraces = async () => {
  const rows = await database.sql<{ id: string }[]>`
    SELECT encode(trace_id, 'hex') AS id FROM traces WHERE project_id = ${projectId} ORDER BY 1`;
  return rows.map(({ id }) => Number(id[0]));
};

/** A digest of every row by table, of every table that names projects. */
async function contentOf(project: string): Promise<Record<string, string>> {
  const tables = await database.sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE attname = 'project_id' AND relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace`;
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.sql.unsafe<[{ sum: string }]>(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)), 0) AS sum FROM ${name} AS row WHERE project_id = $1`,
      [project],
    );
    content[name] = row.sum;
  }
  return content;
}

const digestOf = (...digits: number[]) =>
  createHash('sha256')
    .update(digits.map((digit) => `${idOf(digit)}\n`).join(''))
    .digest('hex');

test('everything of a user is deleted, and the receipt counts and proves it', async () => {
  const { sql } = database;
  await store({ digit: 2, day: yesterday });
  await store({ digit: 1 });
  await store({ digit: 3, userId: 'other' });
  await sql`UPDATE tool_call_texts SET thoughts = '{one,two}' WHERE project_id = ${projectId}`;
  await sql`INSERT INTO tool_call_texts (project_id, day, trace_id, span_id, call_index, thoughts)
    SELECT project_id, day, trace_id, span_id, call_index, '{one,two}' FROM tool_calls WHERE project_id = ${projectId}
    ON CONFLICT DO NOTHING`;
  await writeScores(sql, [score(1), score(3)]);
  await sql`INSERT INTO share_links (project_id, trace_id, hash, shows_thoughts, shows_said, shows_arguments, shows_results, created_by)
    VALUES (${projectId}, decode(${idOf(1)}, 'hex'), gen_random_uuid()::text::bytea, true, true, true, true, 'ada')`;
  await quarantine(sql, [quarantined(1), quarantined(3)]);
  const id = await request();
  expect(await receiptOf(id)).toMatchObject({ state: 'waiting', digest: null, remaining: null, finishedAt: null });

  const [finished] = await runTraceDeletions(sql);

  const counts = { traces: 2, spans: 2, calls: 2, thoughts: 4, payloads: 2, scores: 1, shareLinks: 1 };
  expect(finished).toMatchObject({ id, state: 'done', foreseen: counts, changed: 0, remaining: 0, held: [] });
  expect(finished!.deleted).toEqual({ ...counts, quarantined: 1 });
  expect(finished!.digest).toBe(digestOf(1, 2));
  expect(await receiptOf(id)).toEqual(finished);
  expect(await storedTraces()).toEqual([3]);
  for (const table of [...PARTITIONED_TABLES, 'scores', 'quarantine'])
    expect([table, (await sql`SELECT FROM ${sql(table)} WHERE project_id = ${projectId}`).length]).toEqual([table, 1]);
  expect(await sql`SELECT FROM deletion_traces`).toHaveLength(0);
  expect(await checkSums(sql, projectId)).toEqual([]);
  expect(await runTraceDeletions(sql)).toEqual([]);
});

const score = (digit: number) => ({
  ...{ projectId, traceId: idOf(digit), spanId: null, target: 'trace' as const, source: 'api' as const },
  ...{ authorId: null, keyId: null, idempotencyKey: idOf(digit), at: '2026-11-28T10:00:00Z' },
  ...{ name: 'quality', number: 1, label: null, thumbs: null, comment: null },
});

const quarantined = (digit: number) => ({
  ...{ projectId, reason: 'No name.', contentType: 'application/json' },
  body: Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${idOf(digit)}"}]}]}]}`),
});

test('the rest is as if the deleted traces had never been stored, and another project is unchanged', async () => {
  const { sql } = database;
  await fc.assert(
    fc.asyncProperty(storableSpans(), async (spans) => {
      const [spared, other] = [await newProject(sql), await newProject(sql)];
      projectId = await newProject(sql);
      const traces = [...new Set(spans.map(({ traceId }) => traceId))];
      const gone = new Set(traces.filter((_, index) => index % 2 === 0));
      const write = (project: string, some: typeof spans) =>
        createWriteBatch(sql)(some.map((span) => ({ ...span, projectId: project })));
      for (const project of [projectId, other]) {
        await write(project, spans);
        await markTraces(sql, { projectId: project, traceIds: [...gone], addTags: ['gone'] });
      }
      await write(
        spared,
        spans.filter(({ traceId }) => !gone.has(traceId)),
      );
      const before = await contentOf(other);
      const conditions = [{ field: 'tag', value: 'gone', negated: false }] as const;
      const id = await request({ kind: 'tag', value: 'gone', from: null, to: null, conditions });
      await runTraceDeletions(sql, { piece: 2 });

      const { foreseen, deleted } = await receiptOf(id);
      expect(deleted).toEqual(foreseen);
      expect(deleted.traces ?? 0).toBe(gone.size);
      expect(await stored(sql, projectId)).toEqual(await stored(sql, spared));
      expect(await checkSums(sql, projectId)).toEqual([]);
      expect(await contentOf(other)).toEqual(before);
    }),
    { numRuns: 15 },
  );
}, 120_000);

test('a session, and a filter with a range, delete what they match', async () => {
  const { sql } = database;
  await store({ digit: 1, sessionId: 's1' });
  await store({ digit: 2, sessionId: 's2' });
  await store({ digit: 3, sessionId: 's2', userId: 'other' });
  const session = [{ field: 'session', value: 's1', negated: false }] as const;
  await request({ kind: 'session', value: 's1', from: null, to: null, conditions: session });
  await runTraceDeletions(sql);
  expect(await storedTraces()).toEqual([2, 3]);
  const conditions = [
    { field: 'session', value: 's2', negated: false },
    { field: 'user', value: 'other', negated: true },
  ] as const;
  const filter = { kind: 'filter', value: 'session:s2 -user:other', conditions } as const;
  await request({ ...filter, from: '2026-11-22T00:00:00.000Z', to: null });
  await runTraceDeletions(sql);
  expect(await storedTraces()).toEqual([2, 3]);
  const id = await request({ ...filter, from: '2026-11-21T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z' });
  await runTraceDeletions(sql);
  expect(await storedTraces()).toEqual([3]);
  expect(await receiptOf(id)).toMatchObject({ deleted: { traces: 1 }, remaining: 0 });
});

test('a deletion that is cut off goes on where it stopped, and counts each row once', async () => {
  const { sql } = database;
  for (const digit of [1, 2, 3, 4, 5, 6]) await store({ digit });
  const id = await request();
  const cut = connect(database.url, { max: 3 });
  const running = runTraceDeletions(cut, { piece: 1 });
  await expect.poll(async () => (await storedTraces()).length, { interval: 1 }).toBeLessThan(6);
  await cut.end({ timeout: 0 });
  const wasCut = await running.then(
    () => false,
    () => true,
  );
  // The server notices a moment later that the cut connection, which holds the lock, is gone.
  await expect.poll(async () => (await runTraceDeletions(sql), (await receiptOf(id)).state)).toBe('done');
  expect(wasCut).toBe(true);
  expect(await receiptOf(id)).toMatchObject({
    ...{ foreseen: { traces: 6, spans: 6 }, deleted: { traces: 6, spans: 6, calls: 6 } },
    ...{ remaining: 0, digest: digestOf(1, 2, 3, 4, 5, 6) },
  });
  expect(await checkSums(sql, projectId)).toEqual([]);
});

test('two processes do not delete at the same time', async () => {
  for (const digit of [1, 2, 3, 4, 5]) await store({ digit });
  const id = await request();
  const other = connect(database.url, { max: 3 });
  const finished = await Promise.all([database.sql, other].map((sql) => runTraceDeletions(sql, { piece: 1 })));
  await other.end();
  expect(finished.flat()).toHaveLength(1);
  expect(await receiptOf(id)).toMatchObject({ deleted: { traces: 5 }, changed: 0 });
});

test('a stopped deletion says what it deleted and what is left, and the process that ends leaves it to the next', async () => {
  const { sql } = database;
  for (const digit of [1, 2, 3]) await store({ digit });
  const id = await request();
  const ending = new AbortController();
  ending.abort();
  expect(await runTraceDeletions(sql, { piece: 1, signal: ending.signal })).toEqual([]);
  expect(await receiptOf(id)).toMatchObject({ state: 'running', isCollected: false });
  expect(await stopTraceDeletion(sql, { projectId, id })).toBe(true);
  await runTraceDeletions(sql);
  expect(await receiptOf(id)).toMatchObject({ state: 'stopped', remaining: 3, deleted: {}, digest: digestOf() });
  expect(await storedTraces()).toEqual([1, 2, 3]);
  expect(await stopTraceDeletion(sql, { projectId, id })).toBe(false);
});

test('a trace that no longer matches stays, and one that arrives later is counted', async () => {
  const { sql } = database;
  await store({ digit: 1 });
  await store({ digit: 2, sessionId: 's' });
  const tag = [{ field: 'tag', value: 'old', negated: false }] as const;
  await markTraces(sql, { projectId, traceIds: [idOf(1), idOf(2)], addTags: ['old'] });
  const id = await request({ kind: 'tag', value: 'old', from: null, to: null, conditions: tag });
  const ending = new AbortController();
  const running = runTraceDeletions(sql, { signal: ending.signal });
  ending.abort();
  await running;
  await markTraces(sql, { projectId, traceIds: [idOf(1)], removeTags: ['old'] });
  await store({ digit: 3 });
  await markTraces(sql, { projectId, traceIds: [idOf(3)], addTags: ['old'] });
  // Found before the tag was removed; the third came after its day was searched.
  await sql`UPDATE deletions SET is_collected = true WHERE project_id = ${projectId} AND id = ${id}`;
  await runTraceDeletions(sql);
  expect(await storedTraces()).toEqual([1, 3]);
  expect(await receiptOf(id)).toMatchObject({ state: 'done', changed: 1, deleted: { traces: 1 }, remaining: 1 });
});

test('what a legal hold covers stays, and the receipt says how much and why', async () => {
  const { sql } = database;
  await store({ digit: 1, sessionId: 'kept' });
  await store({ digit: 2 });
  await store({ digit: 3 });
  const placed = { projectId, placedBy: 'ada@example.com' };
  const held = (await placeHold(sql, { ...placed, kind: 'session', value: 'kept', reason: 'Case 12' })) as {
    id: string;
  };
  await placeHold(sql, { ...placed, kind: 'trace', value: idOf(2), reason: 'Case 13' });
  expect(await previewTraceDeletion(sql, projectId, ofUser('4711'))).toMatchObject({ traces: 1, spans: 1, held: 2 });
  const id = await request();
  await runTraceDeletions(sql);
  expect(await storedTraces()).toEqual([1, 2]);
  const receipt = await receiptOf(id);
  expect(receipt).toMatchObject({ state: 'done', foreseen: { traces: 3 }, deleted: { traces: 1 }, remaining: 0 });
  expect(receipt.held).toMatchObject([
    { id: held.id, kind: 'session', value: 'kept', reason: 'Case 12', traces: 1 },
    { kind: 'trace', value: idOf(2), reason: 'Case 13', traces: 1 },
  ]);
  await liftHold(sql, { projectId, id: held.id, liftedBy: 'ada@example.com' });
  const again = await request();
  await runTraceDeletions(sql);
  expect(await storedTraces()).toEqual([2]);
  expect(await receiptOf(again)).toMatchObject({ deleted: { traces: 1 }, digest: digestOf(1) });
  expect(await checkSums(sql, projectId)).toEqual([]);
});

test('a trace that is being written to while it is deleted ends with exact totals', async () => {
  const { sql } = database;
  for (const digit of [1, 2, 3, 4]) await store({ digit });
  await request();
  const more = ['b', 'c', 'd'].map((span) =>
    createWriteBatch(sql)(
      [1, 2, 3, 4].map((digit) => ({
        ...storableSpan({ traceId: idOf(digit), span: { spanId: span.repeat(16) }, trace: { userId: '4711' } }),
        projectId,
      })),
    ),
  );
  await Promise.all([runTraceDeletions(sql, { piece: 1 }), ...more]);
  expect(await checkSums(sql, projectId)).toEqual([]);
});

test('the log has who asked for what, before and after', async () => {
  const { sql } = database;
  await store({ digit: 1 });
  const id = await request();
  await runTraceDeletions(sql);
  const [entry] = await auditPage(sql, { projectId, action: 'deletions.finished', limit: 1 });
  expect(entry).toMatchObject({
    ...{ actor: 'ada@example.com', address: '192.0.2.7', target: 'User 4711', before: { foreseen: { traces: 1 } } },
    after: { id, state: 'done', deleted: { traces: 1 }, held: 0, remaining: 0, digest: digestOf(1) },
  });
});

test('a deletion that the database cannot do has failed, and says why', async () => {
  const { sql } = database;
  await store({ digit: 1 });
  const id = await request({ ...ofUser('4711'), from: 'no time' });
  await expect(runTraceDeletions(sql)).rejects.toThrow();
  await sql`UPDATE deletions SET attempts = 100 WHERE project_id = ${projectId}`;
  await expect(runTraceDeletions(sql)).rejects.toThrow();
  expect(await receiptOf(id)).toMatchObject({ state: 'failed', reason: expect.any(String), deleted: {} });
  expect(await storedTraces()).toEqual([1]);
  expect(await runTraceDeletions(sql)).toEqual([]);
});

test('deletions are listed in pages, the newest first, and a project has a limited number of open ones', async () => {
  const ids: string[] = [];
  for (let count = 0; count < MAX_OPEN_DELETIONS; count++) ids.unshift(await request());
  expect(await request()).toBeUndefined();
  const { deletions, next } = await traceDeletions(database.sql, { projectId, after: null, limit: 12 });
  const rest = await traceDeletions(database.sql, { projectId, after: next, limit: 12 });
  expect([...deletions, ...rest.deletions].map(({ id }) => id)).toEqual(ids);
  expect(rest.next).toBeNull();
  await runTraceDeletions(database.sql);
});
