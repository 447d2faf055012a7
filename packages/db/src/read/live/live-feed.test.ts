import { afterAll, beforeAll, expect, test } from 'vitest';
import { canFollow, feedPosition, OLDEST_POSITION_MS, storedBetween, type FeedPosition } from './live-feed.ts';
import { forgetStoredBatches, noteStored } from '../../write/live-note.ts';
import { ensureProject } from '../../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { storableSpan } from '../../testing/storable-spans.ts';
import { createWriteBatch } from '../../write/write-batch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const id = (number: number) => number.toString(16).padStart(16, '0');
const note = (number: number) => ({ traceId: 'a'.repeat(32), span: { spanId: id(number) } });
const newProject = async (slug: string) => (await ensureProject(database.sql, { slug, name: slug })).id;

async function numbersBetween(
  projectId: string,
  [from, to]: [FeedPosition, FeedPosition],
  piece = { skip: 0, limit: 1000 },
) {
  const rows = await storedBetween(database.sql, projectId, { from, to, ...piece });
  return rows.map(({ spanId }) => Number.parseInt(spanId, 16));
}

test('a batch is returned once, with its new spans, and only to its project', async () => {
  const [mine, foreign] = [await newProject('own'), await newProject('foreign')];
  const write = createWriteBatch(database.sql);
  const span = (number: number) => ({ ...storableSpan({ span: { spanId: id(number) } }), projectId: mine });
  const before = await feedPosition(database.sql);
  await write([span(1), span(2)]);
  await write([span(2), span(3)]);
  await write([span(3)]);
  const after = await feedPosition(database.sql);
  expect(await numbersBetween(mine, [before, after])).toEqual([1, 2, 3]);
  expect(await numbersBetween(foreign, [before, after])).toEqual([]);
  expect(await numbersBetween(mine, [after, await feedPosition(database.sql)])).toEqual([]);
});

test('a transaction that commits after a later one is neither missed nor returned twice', async () => {
  const projectId = await newProject('late');
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const start = await feedPosition(database.sql);
  const slow = database.sql.begin(async (sql) => {
    await noteStored(sql, projectId, [note(1)]);
    begun.resolve();
    await released.promise;
  });
  await begun.promise;
  await database.sql.begin((sql) => noteStored(sql, projectId, [note(2)]));
  const between = await feedPosition(database.sql);
  released.resolve();
  await slow;
  const end = await feedPosition(database.sql);
  expect(await numbersBetween(projectId, [start, between])).toEqual([2]);
  expect(await numbersBetween(projectId, [between, end])).toEqual([1]);
  expect(await numbersBetween(projectId, [start, end])).toEqual([1, 2]);
});

test('reading in pages gives the same order each time', async () => {
  const projectId = await newProject('pieces');
  const from = await feedPosition(database.sql);
  for (const first of [1, 4]) {
    await database.sql.begin((sql) =>
      noteStored(
        sql,
        projectId,
        [0, 1, 2].map((more) => note(first + more)),
      ),
    );
  }
  const to = await feedPosition(database.sql);
  await database.sql.begin((sql) => noteStored(sql, projectId, [note(7)]));
  const pieces = [0, 4, 6].map((skip) => numbersBetween(projectId, [from, to], { skip, limit: 4 }));
  expect(await Promise.all(pieces)).toEqual([[1, 2, 3, 4], [5, 6], []]);
});

test('a position that is too old, in the future or from another database cannot be followed', () => {
  const now = { snapshot: '100:120:', at: 1_000_000_000 };
  expect(canFollow({ snapshot: '90:110:95', at: now.at - OLDEST_POSITION_MS }, now)).toBe(true);
  expect(canFollow({ snapshot: '90:110:95', at: now.at - OLDEST_POSITION_MS - 1 }, now)).toBe(false);
  expect(canFollow({ snapshot: '90:110:95', at: now.at + 1 }, now)).toBe(false);
  expect(canFollow({ snapshot: '90:121:', at: now.at }, now)).toBe(false);
});

test('batches are deleted only after every reader had time to read them', async () => {
  const projectId = await newProject('forgotten');
  for (const number of [1, 2]) await database.sql.begin((sql) => noteStored(sql, projectId, [note(number)]));
  const age = (number: number, milliseconds: number) => database.sql`
    update stored_batches set stored_at = ${new Date(Date.now() - milliseconds)}
    where project_id = ${projectId} and span_ids[1] = ${Buffer.from(id(number), 'hex')}`;
  await age(1, OLDEST_POSITION_MS * 2.1);
  await age(2, OLDEST_POSITION_MS);
  await forgetStoredBatches(database.sql);
  expect(await database.sql`select from stored_batches where project_id = ${projectId}`).toHaveLength(1);
});
