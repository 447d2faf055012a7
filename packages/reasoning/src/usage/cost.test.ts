import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costFields, costOf, costOfCalls } from './cost.ts';

describe('the cost of a generation', () => {
  const gpt = {
    inputRate: 1_750_000_000,
    cacheReadRate: 175_000_000,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: 14_000_000_000,
    reasoningRate: null,
  };

  it('is that of the receipt in the UI specification', () => {
    const cost = costOf({ input: 12_480, cacheRead: 9000, output: 3114, reasoning: 2900 }, gpt);
    expect(cost).toEqual({
      input: 6_090_000,
      cacheRead: 1_575_000,
      cacheWrite: 0,
      cacheWriteHour: null,
      output: 43_596_000,
      reasoning: 40_600_000,
      total: 51_261_000,
      source: 'computed',
    });
  });

  /** Claude Sonnet 5: $3, written for five minutes $3.75, for an hour $6, $15 a million. */
  const claude = { ...gpt, inputRate: 3e9, cacheWriteRate: 3.75e9, cacheWriteHourRate: 6e9, outputRate: 15e9 };
  const written = { input: 10_000, cacheWrite: 8000, output: 100 };

  it('has a rate of its own for what stays in a cache for an hour', () => {
    const cost = costOf({ ...written, cacheWriteHour: 6000 }, claude);
    expect(cost).toMatchObject({ input: 6_000_000, cacheWrite: 43_500_000, cacheWriteHour: 36_000_000 });
    expect(cost?.total).toBe(6_000_000 + 43_500_000 + 1_500_000);
    // More than was written at all was not written for an hour.
    expect(costOf({ ...written, cacheWriteHour: 9000 }, claude)?.cacheWriteHour).toBe(48_000_000);
    expect(costOf({ ...written, cacheWriteHour: 0 }, claude)).toMatchObject({ cacheWrite: 30e6, cacheWriteHour: 0 });
    expect(costOf(written, claude)).toMatchObject({ cacheWrite: 30e6, cacheWriteHour: null });
  });

  it('is unknown where the price has a rate for five minutes and none for the hour that was used', () => {
    const listed = { ...claude, cacheWriteHourRate: null };
    expect(costOf({ ...written, cacheWriteHour: 1 }, listed)).toBeNull();
    expect(costOf({ ...written, cacheWriteHour: 0 }, listed)?.cacheWrite).toBe(30e6);
    // Without a rate for cache writes they are priced as input, for any lifetime.
    const plain = { ...claude, cacheWriteRate: null, cacheWriteHourRate: null };
    expect(costOf({ ...written, cacheWriteHour: 1 }, plain)?.cacheWrite).toBe(24e6);
    const cost = costOf({ ...written, cacheWriteHour: 4000, providerCostUsd: 0.0101 }, listed);
    expect(cost).toMatchObject({ total: 10_100_000, cacheWrite: 8e6, cacheWriteHour: 4e6, source: 'provider' });
  });

  it('is unknown without a price, and without all tokens', () => {
    expect(costOf({ input: 1, output: 1 }, null)).toBeNull();
    expect(costOf({ input: 1 }, gpt)).toBeNull();
    expect(costOf({ output: 1 }, gpt)).toBeNull();
  });

  it('has no cost of thinking when its tokens are not reported', () => {
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
      cacheWrite: count,
      cacheWriteHour: count,
      output: count,
      reasoning: count,
      providerCostUsd: fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(usages, (usage) => {
        const cost = costOf(usage, claude);
        if (!cost) throw new Error('A priced usage has a cost.');
        expect(cost.input + cost.cacheRead + cost.cacheWrite + cost.output).toBe(cost.total);
        expect(cost.cacheWriteHour).toBeLessThanOrEqual(cost.cacheWrite);
        expect(cost.reasoning).toBeLessThanOrEqual(cost.output);
      }),
    );
  });
});

it('is exact to the nano-dollar for all token counts and rates', () => {
  const tokens = fc.oneof(fc.nat({ max: 2_000_000 }), fc.nat({ max: 1_000_000_000 }));
  const rate = fc.oneof(
    fc.nat({ max: 2_000_000_000 }),
    fc.nat({ max: 2 ** 31 - 1 }).map((rest) => rest * 100_000),
  );
  const rates = {
    cacheReadRate: null,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: 0,
    reasoningRate: null,
  };
  fc.assert(
    fc.property(tokens, rate, (input, inputRate) => {
      const exact = Number((BigInt(input) * BigInt(inputRate) + 500_000n) / 1_000_000n);
      // More is implausible.
      fc.pre(exact <= 5e12);
      expect(costOf({ input, output: 0 }, { ...rates, inputRate })?.input).toBe(exact);
    }),
    { numRuns: 2_000 },
  );
});

describe('what is stored of a cost', () => {
  it('splits the thinking by what can be read of it, to the last nano-dollar', () => {
    const cost = {
      input: 1,
      cacheRead: 2,
      cacheWrite: 3,
      cacheWriteHour: null,
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
