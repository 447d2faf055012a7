// Conditions on scores in the list of traces, their counts per value, and the index that finds rare ones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { traceFacets } from '../traces/trace-facets.ts';
import { traceList } from '../traces/trace-list.ts';
import { narrowed } from '../traces/trace-candidates.ts';
import type { TraceCondition } from '../traces/trace-conditions.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';
import { insertTrace } from '../testing-rows.ts';
import type { ScoreValue } from './score-conditions.ts';
import { scoreSummaries } from './score-summaries.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const idOf = (name: string) => name.repeat(32);

interface TestScore {
  trace: string;
  name?: string | null;
  number?: number;
  label?: string;
  thumbs?: boolean;
  comment?: string;
  span?: string;
  removed?: boolean;
  project?: string;
}

const SCORES: readonly TestScore[] = [
  { trace: 'a', name: 'helpful', thumbs: true },
  { trace: 'a', name: 'quality', number: 0.9, label: 'great' },
  { trace: 'b', name: 'helpful', thumbs: false, span: 'b'.repeat(16) },
  { trace: 'b', name: 'helpful', thumbs: true },
  { trace: 'b', name: 'quality', number: 0.25 },
  { trace: 'c', name: 'tone', label: 'friendly' },
  { trace: 'c', name: 'quality', number: -2 },
  { trace: 'd', name: null, comment: 'A comment is no score.' },
  { trace: 'd', name: 'tone', label: 'rude', removed: true },
  { trace: 'd', name: 'tone', label: 'rude', project: STRANGER },
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const projectId of [PROJECT, STRANGER])
    for (const name of ['a', 'b', 'c', 'd']) await insertTrace(database.sql, { projectId, traceId: idOf(name) });
  for (const [index, score] of SCORES.entries()) {
    const { trace, name = null, span, removed = false, project = PROJECT } = score;
    const kept: Partial<TestScore> = removed ? {} : score;
    await database.sql`
      insert into scores (project_id, trace_id, span_id, target, name, number, label, thumbs, comment, source, idempotency_key, updated_at, removed_at)
      values (${project}, decode(${idOf(trace)}, 'hex'), decode(${span ?? null}, 'hex'), ${span ? 'step' : 'trace'},
        ${removed ? null : name}, ${kept.number ?? null}, ${kept.label ?? null}, ${kept.thumbs ?? null}, ${kept.comment ?? null}, 'api',
        ${String(index)}, now(), ${removed ? new Date() : null})`;
  }
});
afterAll(() => database.drop());

const ALL = { projectId: PROJECT, from: null, to: null };
const scoreIs = (name: string, value: ScoreValue | null, negated = false): TraceCondition => ({
  ...{ field: 'score', name, value, negated },
});

/** The traces that match, by the letter of their ids: as the list finds them, which the index must agree with. */
async function matching(condition: TraceCondition): Promise<string> {
  const filter: TraceFilter = { ...ALL, conditions: [condition] };
  const { rows } = await traceList(database.sql, { ...filter, sort: 'age', limit: 50, after: null });
  const { only } = await narrowed(database.sql, filter);
  const letters = (ids: readonly string[]) =>
    ids
      .map((id) => id[0]!)
      .toSorted()
      .join('');
  const found = letters(rows.map(({ id }) => id));
  if (!condition.negated && condition.field === 'score') expect(letters(only ?? [])).toBe(found);
  return found;
}

test('a score is found by its name, its number, its category and its thumbs', async () => {
  expect(await matching(scoreIs('quality', null))).toBe('abc');
  expect(await matching(scoreIs('quality', { comparison: '>', number: 0.25 }))).toBe('a');
  expect(await matching(scoreIs('quality', { comparison: '>=', number: 0.25 }))).toBe('ab');
  expect(await matching(scoreIs('quality', { comparison: '<', number: 0 }))).toBe('c');
  expect(await matching(scoreIs('quality', { comparison: '<=', number: 0.25 }))).toBe('bc');
  expect(await matching(scoreIs('quality', { oneOf: ['0.9', '-2'] }))).toBe('ac');
  expect(await matching(scoreIs('quality', { oneOf: ['great'] }))).toBe('a');
  expect(await matching(scoreIs('helpful', { oneOf: ['Up'] }))).toBe('ab');
  expect(await matching(scoreIs('helpful', { oneOf: ['down'] }))).toBe('b');
  expect(await matching(scoreIs('tone', { oneOf: ['friendly', 'polite'] }))).toBe('c');
});

test('a trace without the score is found by the negation, and comments and removed scores do not count', async () => {
  expect(await matching(scoreIs('quality', null, true))).toBe('d');
  expect(await matching(scoreIs('helpful', { oneOf: ['down'] }, true))).toBe('acd');
  expect(await matching({ field: 'has', value: 'score', negated: false })).toBe('abc');
  expect(await matching({ field: 'has', value: 'score', negated: true })).toBe('d');
  expect(await matching(scoreIs('tone', { oneOf: ['rude'] }))).toBe('');
});

const facet = async (key?: string, containing = '') => {
  const { values } = await traceFacets(database.sql, { ...ALL, conditions: [] }, { field: 'score', key, containing });
  return values.map(({ value, count }) => `${value} ${count}`);
};

test('names and values are counted by trace, numbers from their quartiles on', async () => {
  expect(await facet()).toEqual(['quality 3', 'helpful 2', 'tone 1']);
  expect(await facet('helpful')).toEqual(['=up 2', '=down 1']);
  expect(await facet('quality')).toEqual(['>=-2 3', '>=0.25 2', '=great 1', '>=0.9 1']);
  expect(await facet('quality', '=g')).toEqual(['=great 1']);
  expect(await facet('never')).toEqual([]);
});

test('the scores of a trace, its steps and thoughts are summed up by name', async () => {
  const all = await scoreSummaries(database.sql, PROJECT, ['a', 'b', 'c', 'd'].map(idOf));
  const ofNone = { count: 1, up: 0, down: 0, numbers: null, categories: [], moreCategories: 0 };
  expect(all.get(idOf('b'))).toEqual({
    scores: [
      { ...ofNone, name: 'helpful', count: 2, up: 1, down: 1 },
      { ...ofNone, name: 'quality', numbers: { least: 0.25, most: 0.25, mean: 0.25 } },
    ],
    more: 0,
  });
  // A label beside a number is no category.
  expect(all.get(idOf('a'))?.scores[1]).toMatchObject({ name: 'quality', categories: [], moreCategories: 0 });
  expect(all.get(idOf('c'))?.scores[1]).toEqual({ ...ofNone, name: 'tone', categories: ['friendly'] });
  expect(all.has(idOf('d'))).toBe(false);
});
