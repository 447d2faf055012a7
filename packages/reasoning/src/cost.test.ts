import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costFields, costOf, costOfCalls } from './cost.ts';

describe('the cost of a generation', () => {
  const gpt = {
    inputRate: 1_750_000_000,
    cacheReadRate: 175_000_000,
    cacheWriteRate: null,
    outputRate: 14_000_000_000,
    reasoningRate: null,
  };

  it('is that of the receipt in the UI specification', () => {
    const cost = costOf({ input: 12_480, cacheRead: 9000, output: 3114, reasoning: 2900 }, gpt);
    expect(cost).toEqual({
      input: 6_090_000,
      cacheRead: 1_575_000,
      cacheWrite: 0,
      output: 43_596_000,
      reasoning: 40_600_000,
      total: 51_261_000,
      source: 'computed',
    });
  });

  it('is unknown without a price, and without all tokens', () => {
    expect(costOf({ input: 1, output: 1 }, null)).toBeNull();
    expect(costOf({ input: 1 }, gpt)).toBeNull();
    expect(costOf({ output: 1 }, gpt)).toBeNull();
  });

  it('does not say what thinking cost when nobody said how much there was', () => {
    expect(costOf({ input: 10, output: 10 }, gpt)?.reasoning).toBeNull();
    expect(costOf({ input: 10, output: 10, reasoning: 0 }, gpt)?.reasoning).toBe(0);
  });

  it('is the provider’s own figure where there is one, split as the rates split it', () => {
    const cost = costOf({ input: 1000, output: 1000, reasoning: 500, providerCostUsd: 0.0001 }, gpt);
    expect(cost).toMatchObject({
      total: 100_000,
      source: 'provider',
      input: 11_111,
      output: 88_889,
      reasoning: 44_444,
    });
    expect(costOf({ input: 300, output: 700, providerCostUsd: 0.001 }, null)).toMatchObject({
      input: 300_000,
      output: 700_000,
    });
  });

  it('does not believe absurd figures of a provider', () => {
    for (const providerCostUsd of [-1, Infinity, NaN, 5_001, 1e12]) {
      expect(costOf({ input: 1, output: 1, providerCostUsd }, gpt)?.source).toBe('computed');
    }
    expect(costOf({ input: 1_000_000_000, output: 1_000_000_000 }, gpt)).toBeNull();
  });

  it('never loses a nano-dollar between the kinds', () => {
    const count = fc.nat({ max: 10_000_000 });
    const usages = fc.record({
      input: count,
      cacheRead: count,
      output: count,
      reasoning: count,
      providerCostUsd: fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(usages, (usage) => {
        const cost = costOf(usage, gpt);
        if (!cost) throw new Error('A priced usage has a cost.');
        expect(cost.input + cost.cacheRead + cost.cacheWrite + cost.output).toBe(cost.total);
        expect(cost.reasoning).toBeLessThanOrEqual(cost.output);
      }),
    );
  });
});

describe('what is stored of a cost', () => {
  it('splits the thinking by what can be read of it, to the last nano-dollar', () => {
    const cost = {
      input: 1,
      cacheRead: 2,
      cacheWrite: 3,
      output: 20,
      reasoning: 10,
      total: 26,
      source: 'computed' as const,
    };
    expect(costFields(cost, { readable: 1, summary: 1, noText: 1 })).toMatchObject({
      ...{ readableCost: 4, summaryCost: 3, noTextCost: 3, reasoningCost: 10, totalCost: 26, costSource: 'computed' },
    });
  });

  it('is nothing where nothing is known', () => {
    expect(new Set(Object.values(costFields(null, null)))).toEqual(new Set([null]));
  });

  it('goes to calls by their tokens, and unknown stays unknown', () => {
    expect(costOfCalls([30, null, 10, 0], 8)).toEqual([6, null, 2, 0]);
    expect(costOfCalls([30, 0], null)).toEqual([null, null]);
    expect(costOfCalls([0, null], 8)).toEqual([0, null]);
  });
});
