// No search finds the mark that replaces a withheld text. A text that only quotes such a mark is found.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HIDDEN_BY_SENDER } from '@subtext/reasoning';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { searchThoughts } from './search-thoughts.ts';
import { refineCalls } from './search-refine.ts';
import { insertTrace } from '../testing-rows.ts';
import { traceFind } from '../trace/trace-find.ts';
import { tracesWithWords } from '../traces/trace-words.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const HASHED = `[hashed: ${'ab'.repeat(16)}, 1204 characters]`;
const [HELD, READ] = ['a'.repeat(32), 'b'.repeat(32)];
const SPAN = '00000000000000aa';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const held = { thoughts: [HASHED], preamble: HASHED, arguments: HIDDEN_BY_SENDER, result: '[7 characters]' };
  const read = { thoughts: ['it is hashed, in 7 characters', HASHED], preamble: null, arguments: null, result: null };
  for (const [traceId, texts] of [
    [HELD, held],
    [READ, read],
  ] as const)
    await insertTrace(database.sql, {
      projectId: PROJECT,
      traceId,
      trace: { asked: HASHED, started_at: new Date() },
      spans: [{ span_id: SPAN }],
      calls: [{ span_id: SPAN, call_index: 0, described_by: 'generation', texts }],
    });
});
afterAll(() => database.drop());

it.each(['hashed', 'characters', 'abab', '1204', 'hidden', 'unknown'])('%s', async (words) => {
  const { sql } = database;
  const expected = words === 'hashed' || words === 'characters' ? [READ] : [];
  const thoughts = await searchThoughts(sql, { projectId: PROJECT, from: null, to: null, terms: [words], limit: 9 });
  expect(thoughts.found.map(({ traceId }) => traceId)).toEqual(expected);
  const scope = { projectId: PROJECT, from: null, to: null, longestMs: 1000 };
  expect((await tracesWithWords(sql, scope, words)).ids).toEqual(expected);
  for (const traceId of [HELD, READ])
    expect(await traceFind(sql, { projectId: PROJECT, traceId }, { words, limit: 9 })).toHaveLength(
      expected.includes(traceId) ? 1 : 0,
    );
  const keys = [HELD, READ].map((traceId) => ({ traceId, spanId: SPAN, index: 0 }));
  const search = { projectId: PROJECT, from: null, to: null, conditions: [], terms: [words], excluded: [] };
  const refined = await refineCalls(sql, { ...search, fields: ['thought', 'said', 'args', 'result', 'answer'] }, keys);
  expect(refined.map(({ traceId }) => traceId)).toEqual(expected);
});
