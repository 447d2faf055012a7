import { readFileSync } from 'node:fs';
import { calcPrice } from '@pydantic/genai-prices';
import { costOf } from '@subtext/reasoning';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PRICE_LIST, bareName, findPrice, isPriceFor } from './price-list.ts';

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
    // As Google's and Amazon's clients name them, whole.
    ['gcp.gemini', 'models/gemini-2.5-flash', 'gemini-2.5-flash'],
    ['gcp.vertex_ai', 'projects/p/locations/l/publishers/google/models/gemini-2.5-flash', 'gemini-2.5-flash'],
    [
      'aws.bedrock',
      'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'regional.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ],
    // As LiteLLM and Mirascope do, behind their provider.
    ['openai', 'openai/gpt-4o-mini', 'gpt-4o-mini'],
    ['gcp.gemini', 'gemini/gemini-2.5-flash', 'gemini-2.5-flash'],
    // Claude Code, asked for the long context.
    ['anthropic', 'claude-sonnet-4-5-20250929[1m]', 'claude-sonnet-4-5'],
  ])('of %s %s is found', (provider, model, matched) => expect(price(provider, model)?.matchedModel).toBe(matched));

  it.each([
    ['anthropic', 'claude-sonnet-5-5'],
    // The name does not show whose it is, or what it is based on.
    ['openai', 'anthropic/gpt-4o-mini'],
    ['aws.bedrock', 'arn:aws:bedrock:us-east-1:1:application-inference-profile/a1b2c3'],
    ['openai', 'ft:gpt-4o-mini-2024-07-18:acme::9abc'],
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
    const [short, long] = [200_000, 200_001].map((tokens) => price('anthropic', 'claude-sonnet-4-5', tokens));
    expect(short).toMatchObject({ inputRate: 3_000_000_000, promptOver: null });
    expect(long).toMatchObject({ inputRate: 6_000_000_000, promptOver: 200_000 });
  });

  it('needs no rate for what comes out of an embedding, and only of an embedding', () => {
    const request = { provider: 'openai', model: 'text-embedding-3-small', at, inputTokens: 1000 };
    expect(findPrice({ ...request, hasNoOutput: true })).toMatchObject({ inputRate: 20_000_000, outputRate: 0 });
    expect(findPrice(request)).toBeNull();
  });

  it('has a rate for what stays in a cache for an hour where the list has', () => {
    const rates = { inputRate: 3e9, cacheWriteRate: 3.75e9, cacheWriteHourRate: 6e9 };
    expect(price('anthropic', 'claude-sonnet-4-5')).toMatchObject(rates);
    expect(price('anthropic', 'claude-sonnet-4-5', 200_001)).toMatchObject({ cacheWriteHourRate: 12e9 });
    const hosted = price('aws.bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0');
    expect(hosted).toMatchObject({ cacheWriteRate: 4.125e9, cacheWriteHourRate: null });
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

describe('a cost', () => {
  it('agrees with the list’s own sum, for every kind of token', () => {
    const count = fc.nat({ max: 250_000 });
    fc.assert(
      fc.property(
        fc.record({ fresh: count, cacheRead: count, minutes: count, hour: count, output: count }),
        (tokens) => {
          const { fresh, cacheRead, minutes, hour, output } = tokens;
          const cacheWrite = minutes + hour;
          const input = fresh + cacheRead + cacheWrite;
          const reported = { input, cacheRead, cacheWrite, cacheWriteHour: hour, output };
          const cost = costOf(reported, price('anthropic', 'claude-sonnet-4-5', input));
          const usage = {
            input_tokens: input,
            cache_read_tokens: cacheRead,
            cache_write_tokens: cacheWrite,
            cache_write_1h_tokens: hour,
            output_tokens: output,
          };
          const expected = calcPrice(usage, 'claude-sonnet-4-5', { providerId: 'anthropic', timestamp: at });
          expect(cost?.total).toBeCloseTo((expected?.total_price ?? NaN) * 1e9, -1);
        },
      ),
    );
  });
});

it('a stored price is of the call under every name of its provider that the list takes for one', () => {
  const price = findPrice({
    provider: 'gcp.gemini',
    model: 'gemini-2.5-pro',
    at: new Date('2026-11-01'),
    inputTokens: 1,
  })!;
  expect(isPriceFor({ ...price, provider: 'gcp.gemini' }, { provider: 'google', model: 'gemini-2.5-pro' })).toBe(true);
  expect(isPriceFor(price, { provider: 'openai', model: 'gemini-2.5-pro' })).toBe(false);
});
