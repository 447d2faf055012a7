import { readFileSync } from 'node:fs';
import { calcPrice } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from './cost.ts';
import { PRICE_LIST, bareName, findPrice } from './price-list.ts';

const at = new Date('2026-11-01T00:00:00Z');
const price = (provider: string | undefined, model: string, inputTokens = 1000) =>
  findPrice({ provider, model, at, inputTokens });

describe('the price of a model', () => {
  it.each([
    ['openai', 'gpt-5.2', 'gpt-5.2'],
    ['openai', 'gpt-5-2025-08-07', 'gpt-5'],
    ['anthropic', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    [
      'aws.bedrock',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'regional.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ],
    ['azure.ai.openai', 'gpt-5-mini', 'gpt-5-mini'],
    [undefined, 'gpt-5', 'gpt-5'],
  ])('of %s %s is found', (provider, model, matched) => expect(price(provider, model)?.matchedModel).toBe(matched));

  it.each([
    ['anthropic', 'claude-sonnet-5-5'],
    ['minimax', 'MiniMax-M2.5'],
    ['openai', 'gpt-6.1-sol'],
    ['deepseek', 'deepseek-flash'],
    ['somewhere', 'gpt-5'],
    ['openai', ''],
    ['openai', '__proto__'],
    ['__proto__', 'gpt-5'],
  ])('of %s %s is unknown rather than that of a relative', (provider, model) =>
    expect(price(provider, model)).toBeNull(),
  );

  it('rises with the length of the prompt where the list has tiers', () => {
    expect(price('anthropic', 'claude-sonnet-4-5', 200_000)?.inputRate).toBe(3_000_000_000);
    expect(price('anthropic', 'claude-sonnet-4-5', 200_001)?.inputRate).toBe(6_000_000_000);
  });

  it('keeps fractions of a nano-dollar a token', () =>
    expect(price('openai', 'gpt-5-mini')?.cacheReadRate).toBe(25_000_000));

  it('names the list that is installed', () => {
    const url = import.meta.resolve('@pydantic/genai-prices').replace(/dist\/.*$/, 'package.json');
    expect(JSON.parse(readFileSync(new URL(url), 'utf8')).version).toBe(PRICE_LIST.version);
  });

  it.each([
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['claude-opus-4-7', 'claude-opus-4-7'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['mistral-small-latest', 'mistral-small'],
  ])('takes %s for %s', (model, bare) => expect(bareName(model)).toBe(bare));
});

describe('the cost of a generation', () => {
  const gpt = price('openai', 'gpt-5.2');

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

  it('agrees with the list’s own sum, for every kind of token', () => {
    const count = fc.nat({ max: 250_000 });
    fc.assert(
      fc.property(fc.record({ fresh: count, cacheRead: count, cacheWrite: count, output: count }), (tokens) => {
        const { fresh, cacheRead, cacheWrite, output } = tokens;
        const input = fresh + cacheRead + cacheWrite;
        const cost = costOf({ input, cacheRead, cacheWrite, output }, price('anthropic', 'claude-sonnet-4-5', input));
        const usage = {
          input_tokens: input,
          cache_read_tokens: cacheRead,
          cache_write_tokens: cacheWrite,
          output_tokens: output,
        };
        const expected = calcPrice(usage, 'claude-sonnet-4-5', { providerId: 'anthropic', timestamp: at });
        expect(cost?.total).toBeCloseTo((expected?.total_price ?? NaN) * 1e9, -1);
      }),
    );
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
