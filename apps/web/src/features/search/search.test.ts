import { describe, expect, it } from 'vitest';
import { fieldsOf } from './search-url.ts';
import { coverageSentence, hiddenCause, hitPath, totalWords } from './search-words.ts';
import { hasWords, type Coverage, type SearchHit } from './use-search.ts';

const coverage = (facts: Partial<Coverage> = {}): Coverage => ({
  readable: 8n,
  summary: 73n,
  noText: 19n,
  untold: 0n,
  generations: 4,
  reporting: 4,
  ...facts,
});

describe('the sentences of the search', () => {
  it('say how much of the thinking can be searched', () => {
    expect(coverageSentence(coverage(), false)).toBe(
      '81 % of thinking tokens in this range have text (8 % verbatim, 73 % only a summary). 19 % have none: not searchable.',
    );
    expect(coverageSentence(coverage({ readable: 0n, summary: 0n }), false)).toBe(
      '0 % of thinking tokens in this range have text. 100 % have none: not searchable.',
    );
    expect(coverageSentence(coverage({ summary: 0n, noText: 0n }), false)).toBe(
      '100 % of thinking tokens in this range have text (100 % verbatim).',
    );
    const none = { readable: 0n, summary: 0n, noText: 0n };
    expect(coverageSentence(coverage({ ...none, reporting: 0 }), false)).toContain(
      'No model call in this range reports thinking tokens',
    );
    expect(coverageSentence(coverage(none), false)).toBeUndefined();
    expect(coverageSentence(coverage(none), true)).toBeUndefined();
    expect(coverageSentence(coverage(), true)).toMatch(
      /not searchable\. This covers the whole range, without the filters/,
    );
    expect(coverageSentence(coverage({ ...none, generations: 0 }), false)).toBeUndefined();
  });

  it('say whether hidden thinking could be why nothing was found', () => {
    expect(hiddenCause(coverage(), ['thought'])).toMatch(/could be the cause: 19 % .* 73 % have only a summary/);
    expect(hiddenCause(coverage({ summary: 0n, noText: 0n }), ['thought'])).toMatch(/not the cause/);
    expect(hiddenCause(coverage(), ['args'])).toBeUndefined();
    expect(hiddenCause(coverage({ generations: 0 }), ['thought'])).toMatch(/no model calls/);
  });

  it('count with a cap', () => {
    expect(totalWords({ hits: 41, traces: 18, capped: false, readSince: null })).toBe('41 hits in 18 traces');
    expect(totalWords({ hits: 1, traces: 1, capped: false, readSince: null })).toBe('1 hit in 1 trace');
    expect(totalWords({ hits: 1000, traces: 1, capped: true, readSince: null })).toBe('1,000+ hits in 1+ traces');
  });
});

describe('a hit', () => {
  const hit = { traceId: 'aa', spanId: 'bb', step: { label: '7b' } } as SearchHit;

  it('leads to its step with the words to find, and to its span where the step is not known', () => {
    expect(hitPath('shop', hit, ['has changed', 'x'])).toBe('/p/shop/traces/aa?step=7b&find=has+changed');
    expect(hitPath('shop', { ...hit, step: null }, ['a&b'])).toBe('/p/shop/traces/aa?span=bb&find=a%26b');
  });
});

it('a search needs a word, and a field to look for it in', () => {
  expect(['', 'tool:x', '-x', '"', 'colour:red'].map(hasWords)).toEqual([false, false, false, false, false]);
  expect(hasWords('schema tool:x')).toBe(true);
  expect(fieldsOf([])).toEqual(['thought']);
  expect(fieldsOf(['answer', 'thought', 'answer'])).toEqual(['thought', 'answer']);
});
