import { describe, expect, it } from 'vitest';
import { costStateOf, costWords, hiddenOf, thinkingOf, totalOf } from './cost-parts.ts';
import { partsOf } from './shown-parts.ts';

const NO_COST = { input: 0n, answer: 0n, readable: 0n, summary: 0n, noText: 0n, untold: 0n };
const counted = { costs: NO_COST, generationsUnpriced: 0, inputTokens: 0n, outputTokens: 0n };

describe('a cost of 0', () => {
  it('is an amount only where tokens were counted and their price is 0', () => {
    expect(costWords({ ...counted, inputTokens: 12n })).toBe('$0');
    expect(costStateOf({ ...counted, outputTokens: 12n })).toBe('amount');
  });

  it('is unknown where calls have no price, also beside calls that failed', () => {
    expect(costWords({ ...counted, inputTokens: 12n, generationsUnpriced: 1 })).toBe('no price');
  });

  it('is of nothing where every call failed before a token was counted, or none was made', () => {
    expect(costWords(counted)).toBe('—');
  });
});

it('a cost that is known of some calls is an amount', () => {
  expect(costWords({ ...counted, costs: { ...NO_COST, input: 20_000_000n }, generationsUnpriced: 1 })).toBe('$0.020');
});

it('thinking of which nobody says whether it has a text is thinking, and not hidden', () => {
  const costs = { ...NO_COST, answer: 5n, untold: 20n, noText: 3n };
  expect([totalOf(costs), thinkingOf(costs), hiddenOf(costs)]).toEqual([28n, 23n, 3n]);
  expect(partsOf([NO_COST, costs]).map(({ key }) => key)).toContain('untold');
  expect(partsOf([NO_COST]).map(({ key }) => key)).not.toContain('untold');
});
