import { expect, it } from 'vitest';
import { NO_SPEND } from '../../../lib/figures/spend-tables.ts';
import { conditionsOf, parseFilter } from '../../../lib/traces/trace-filter.ts';
import type { SpendOfScore } from '../answer.ts';
import { goodRuns, isGood, rowFilter, rowWords, ruleWords, spendOf, sumOfRows } from './good-runs.ts';

const OUTCOMES = ['up', 'down', 'good', 'low', 'category', 'several', 'other', 'none'] as const;
const row = (outcome: SpendOfScore['outcome'], more: Partial<SpendOfScore> = {}): SpendOfScore => ({
  ...NO_SPEND,
  ...{ outcome, category: null, runs: 1, generations: 1, inputTokens: 1n, inputCost: 100n },
  ...more,
});
const RULE = { least: 0.5, categories: ['friendly'] };

it('a good run costs what all scored runs cost together, divided by the good ones', () => {
  const rows = [row('up', { runs: 2 }), row('down', { runs: 8, inputCost: 300n }), row('none', { inputCost: 9000n })];
  expect(goodRuns(rows, RULE)).toEqual({ good: 2, scored: 10, cost: 400n, perGood: 200n, isAtLeast: false });
  expect(goodRuns([row('low'), row('none')], RULE).perGood).toBeNull();
  expect(goodRuns([row('good', { generationsUnpriced: 1 })], RULE).isAtLeast).toBe(true);
});

it('thumbs up, numbers from the threshold on and the chosen categories are good, and it says so', () => {
  const rows = OUTCOMES.map((outcome) => row(outcome, outcome === 'category' ? { category: 'friendly' } : {}));
  expect(rows.filter((one) => isGood(one, RULE)).map(({ outcome }) => outcome)).toEqual(['up', 'good', 'category']);
  expect(isGood(row('category', { category: 'rude' }), RULE)).toBe(false);
  expect(ruleWords(rows, RULE)).toBe('thumbs up or a number of at least 0.5 or friendly');
  expect(ruleWords([row('category', { category: 'rude' })], RULE)).toBe('');
});

it('each row has words, and a filter that the list understands', () => {
  for (const outcome of OUTCOMES) {
    const one = row(outcome, outcome === 'category' ? { category: 'very good' } : {});
    expect(rowWords(one, 0.5)).not.toBe('');
    const filter = rowFilter(one, { name: 'on time', least: -0.5 });
    if (filter === undefined) continue;
    expect(parseFilter(filter).filter(({ problem }) => problem)).toEqual([]);
    expect(conditionsOf(filter).every((each) => each.field === 'score' && each.name === 'on time')).toBe(true);
  }
  expect(rowFilter(row('none'), { name: 'quality', least: 0.5 })).toBe('-score:quality');
  expect(rowFilter(row('several'), { name: 'quality', least: 0.5 })).toBeUndefined();
});

it('a run without a price has none, and the number of all runs is known only with that of each row', () => {
  const unpriced = row('up', { inputCost: 0n, generations: 0, generationsUnpriced: 1, outputTokens: 1n });
  expect(spendOf(unpriced)).toMatchObject({ state: 'unpriced', counted: 1 });
  expect(sumOfRows([row('up'), row('none', { runs: 4 })])).toMatchObject({ runs: 5, inputCost: 200n });
  expect(sumOfRows([row('up'), row('none', { runs: null })]).runs).toBeNull();
});
