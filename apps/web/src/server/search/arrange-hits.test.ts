import type { MatchedCall } from '@subtext/db';
import { describe, expect, it } from 'vitest';
import { arrangeHits, pageOfHits } from './arrange-hits.ts';
import { leadingTerm, searchWords } from './search-words.ts';

const call = (index: number, rest: Partial<MatchedCall> = {}): MatchedCall => ({
  traceId: 'aa',
  spanId: 's',
  index,
  describedBy: 'generation',
  callId: null,
  tool: 'read_file',
  model: 'm',
  startedAt: new Date(0),
  matched: ['thought'],
  ...rest,
});

describe('what was typed', () => {
  it('is words, phrases, words that must not be there, and conditions', () => {
    expect(searchWords('schema "has changed" -retry tool:read_file colour:red')).toEqual({
      terms: ['schema', 'has changed'],
      excluded: ['retry'],
      conditions: [{ field: 'tool', value: 'read_file', negated: false }],
    });
    expect(leadingTerm(['a', 'has changed', 'schema'])).toBe('has changed');
  });
});

describe('hits', () => {
  it('are one per call for any number of rows, taken from the requesting response', () => {
    const run = call(0, {
      describedBy: 'execution',
      spanId: 'run',
      callId: 'toolu_01Ab9x',
      model: null,
      matched: ['result'],
    });
    const asked = call(3, { callId: 'toolu_01Ab9x' });
    expect(arrangeHits([run, asked], 'trace').hits).toMatchObject([
      { spanId: 's', index: 3, model: 'm', matched: ['result', 'thought'], inGroup: 1 },
    ]);
  });

  it('are not taken together by an id that every response uses again', () => {
    expect(arrangeHits([call(0, { callId: 'call_0' }), call(1, { callId: 'call_0' })], 'trace').hits).toHaveLength(2);
  });

  it('stand in groups, in the order in which they were found', () => {
    const found = [call(0), call(1, { traceId: 'bb', tool: '__proto__' }), call(2)];
    const { hits, traces } = arrangeHits(found, 'trace');
    expect(hits.map(({ index, group, inGroup }) => [index, group, inGroup])).toEqual([
      [0, 'aa', 2],
      [2, 'aa', 2],
      [1, 'bb', 1],
    ]);
    expect(traces).toBe(2);
    expect(arrangeHits(found, 'tool').hits.map(({ group }) => group)).toEqual(['read_file', 'read_file', '__proto__']);
    expect(arrangeHits([call(0, { model: null })], 'model').hits[0]).toMatchObject({ group: '' });
  });

  it('come in pages that neither lose nor repeat a hit', () => {
    const { hits } = arrangeHits([call(0), call(1), call(2)], 'trace');
    const first = pageOfHits(hits, null, 2);
    const second = pageOfHits(hits, first.next, 2);
    expect([...first.page, ...second.page].map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(second.next).toBeNull();
    expect(pageOfHits(hits, call(9), 2)).toEqual({ page: [], next: null });
  });
});
