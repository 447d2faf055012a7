import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSums } from '../maintain/recount.ts';
import { traceSummary } from '../read/trace/trace-summary.ts';
import type { TraceCondition } from '../read/traces/trace-conditions.ts';
import { traceFacets } from '../read/traces/trace-facets.ts';
import { traceList } from '../read/traces/trace-list.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { deleteTrace } from './delete-trace.ts';
import { markTraces, MAX_CHANGED_TAGS, TooManyTags, type MarkChange } from './mark-traces.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TRACE = '1'.repeat(32);
const OTHER = '2'.repeat(32);

const store = (projectId: string, tags: readonly string[], traceId = TRACE) => {
  const span = storableSpan({});
  const trace = { ...span.trace, tags: [...tags] };
  return createWriteBatch(database.sql)([{ ...span, trace, traceId, projectId }]);
};
const mark = (projectId: string, change: Partial<MarkChange>) =>
  markTraces(database.sql, { projectId, traceIds: [TRACE], ...change });
const marksOf = async (projectId: string, traceId = TRACE) => {
  const summary = await traceSummary(database.sql, { projectId, traceId });
  return summary && { tags: summary.tags, bookmarked: summary.bookmarked };
};
const matching = async (projectId: string, condition: TraceCondition) => {
  const filter = { projectId, from: null, to: null, conditions: [condition] };
  return (await traceList(database.sql, { ...filter, sort: 'age', limit: 10, after: null })).rows.map(({ id }) => id);
};

test('tags of people join those of spans, and a removed one stays removed when spans report it again', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, ['eu', 'vip']);
  expect(await mark(projectId, { addTags: ['checked'], removeTags: ['eu'] })).toBe(1);
  await store(projectId, ['eu', 'late']);
  expect(await marksOf(projectId)).toEqual({ tags: ['checked', 'vip'], bookmarked: false });
  await mark(projectId, { addTags: ['eu'] });
  await mark(projectId, { addTags: ['eu'] });
  expect(await marksOf(projectId)).toEqual({ tags: ['checked', 'eu', 'vip'], bookmarked: false });
});

test('filters and counts follow the tags as people changed them', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, ['eu']);
  await store(projectId, ['eu'], OTHER);
  await mark(projectId, { addTags: ['checked'], removeTags: ['eu'], bookmarked: true });
  expect(await matching(projectId, { field: 'tag', value: 'eu', negated: false })).toEqual([OTHER]);
  expect(await matching(projectId, { field: 'tag', value: 'eu', negated: true })).toEqual([TRACE]);
  expect(await matching(projectId, { field: 'tag', value: 'checked', negated: false })).toEqual([TRACE]);
  expect(await matching(projectId, { field: 'has', value: 'bookmark', negated: false })).toEqual([TRACE]);
  const filter = { projectId, from: null, to: null, conditions: [] };
  expect((await traceFacets(database.sql, filter, { field: 'tag' })).values).toEqual([
    { value: 'checked', count: 1 },
    { value: 'eu', count: 1 },
  ]);
});

test('a bookmark is set and taken away, of several traces at once, and changes no sum', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, []);
  await store(projectId, [], OTHER);
  expect(await mark(projectId, { traceIds: [TRACE, OTHER, '3'.repeat(32)], bookmarked: true })).toBe(2);
  expect(await marksOf(projectId, OTHER)).toEqual({ tags: [], bookmarked: true });
  await mark(projectId, { bookmarked: false });
  expect(await marksOf(projectId)).toEqual({ tags: [], bookmarked: false });
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test('marks end with their trace', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, []);
  await mark(projectId, { addTags: ['checked'], bookmarked: true });
  await deleteTrace(database.sql, { projectId, traceId: TRACE });
  expect(await mark(projectId, { bookmarked: true })).toBe(0);
  await store(projectId, []);
  expect(await marksOf(projectId)).toEqual({ tags: [], bookmarked: false });
});

test('more tags than a trace can have are refused as a whole, and a bookmark is not', async () => {
  const projectId = await newProject(database.sql);
  await store(projectId, []);
  await store(projectId, [], OTHER);
  const many = Array.from({ length: MAX_CHANGED_TAGS }, (_, at) => `tag ${at + 10}`);
  await mark(projectId, { addTags: many });
  const both = { traceIds: [TRACE, OTHER] };
  await expect(mark(projectId, { ...both, addTags: ['one more'] })).rejects.toBeInstanceOf(TooManyTags);
  expect(await marksOf(projectId)).toEqual({ tags: many, bookmarked: false });
  expect(await marksOf(projectId, OTHER)).toEqual({ tags: [], bookmarked: false });
  // A tag that it has is no further one, and one that goes makes room.
  await mark(projectId, { addTags: many.slice(0, 1), bookmarked: true });
  await mark(projectId, { addTags: ['one more'], removeTags: many.slice(0, 1) });
  expect(await marksOf(projectId)).toEqual({ tags: ['one more', ...many.slice(1)], bookmarked: true });
  await mark(projectId, { removeTags: many.slice(1) });
  await expect(mark(projectId, { removeTags: ['one', 'two'] })).rejects.toThrow('At most 50 tags can be removed');
});

test('traces of another project are not marked', async () => {
  const [projectId, stranger] = [await newProject(database.sql), await newProject(database.sql)];
  await store(projectId, []);
  expect(await mark(stranger, { bookmarked: true })).toBe(0);
  expect(await marksOf(projectId)).toEqual({ tags: [], bookmarked: false });
});
