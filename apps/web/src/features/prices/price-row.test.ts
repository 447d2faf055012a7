import { expect, it } from 'vitest';
import { priceRows, type PricesAnswer } from './price-row.ts';

type Used = PricesAnswer['models'][number];
const NOW = new Date('2026-11-22T12:00:00Z');
const used = (facts: Partial<Used>): Used => ({
  provider: 'openai',
  model: 'gpt-5',
  generations: 2,
  unpriced: 0,
  cost: 0n,
  tokens: { input: 0n, cacheRead: 0n, output: 0n, reasoning: 0n },
  listed: null,
  ...facts,
});
const fromOf = (facts: Partial<Used>) => priceRows({ models: [used(facts)], own: [] }, NOW)[0]?.from;

it('a model has no price only where a call wanted one and there was none', () => {
  expect(fromOf({ unpriced: 1 })).toBe('none');
  expect(fromOf({ cost: 697_400n })).toBe('unasked');
  expect(fromOf({})).toBe('unasked');
});

it('the price of the project is in force from its day on, and the list before', () => {
  const rates = {
    inputRate: 1,
    cacheReadRate: null,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: 2,
    reasoningRate: null,
  };
  const listed = { ...rates, matchedModel: 'gpt-5', source: 'list', asOf: '2026-09-23' };
  const own = { ...rates, id: 'x', provider: 'openai', model: 'gpt-5', inputRate: 9 };
  const at = (validFrom: string) => priceRows({ models: [used({ listed })], own: [{ ...own, validFrom }] }, NOW)[0];
  expect(at('2026-11-22T00:00:00.000Z')).toMatchObject({ from: 'own', rates: { inputRate: 9 } });
  expect(at('2026-11-23T00:00:00.000Z')).toMatchObject({ from: 'list', rates: { inputRate: 1 } });
});
