import { expect, it } from 'vitest';
import { numberWords, scoresWords, valueWords, type ScoreSummary } from './score-figures.ts';

const score = (fields: Partial<ScoreSummary>): ScoreSummary => ({
  ...{ name: 'quality', count: 1, up: 0, down: 0, numbers: null, categories: [], moreCategories: 0 },
  ...fields,
});

it('says one score as it is, and several by their counts, mean and range', () => {
  expect(valueWords(score({ up: 1 }))).toBe('up');
  expect(valueWords(score({ count: 3, up: 2, down: 1 }))).toBe('2 up, 1 down');
  expect(numberWords({ least: 0.1234567, most: 0.1234567, mean: 0.1234567 })).toBe('0.123');
  expect(valueWords(score({ numbers: { least: 0, most: 1, mean: 0.5 } }))).toBe('0.5 (0–1)');
  expect(valueWords(score({ categories: ['friendly', 'rude'], moreCategories: 2 }))).toBe('friendly, rude +2');
});

it('has no words for a trace without scores, and counts the names that were not loaded', () => {
  expect(scoresWords({ scores: [], more: 0 })).toBe('');
  expect(scoresWords({ scores: [score({ down: 1, name: 'helpful' })], more: 2 })).toBe('helpful down · 2 more names');
});
