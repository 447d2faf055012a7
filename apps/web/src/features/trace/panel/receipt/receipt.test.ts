import { describe, expect, it } from 'vitest';
import { receiptOf, type SpanReceipt } from './receipt.ts';

/** The receipt of the specification: gpt-5.2 at $1.75, $0.175 cached, $14 a million. */
const response: SpanReceipt = {
  kind: 'generation',
  provider: 'openai',
  requestModel: 'gpt-5.2',
  responseModel: 'gpt-5.2',
  reasoningEffort: 'high',
  finishReason: 'stop',
  state: 'summary',
  duration: 41_200,
  timeToFirstToken: 1200,
  streaming: true,
  inputTokens: 12_480n,
  cacheReadTokens: 9000n,
  cacheWriteTokens: null,
  cacheWriteHourTokens: null,
  outputTokens: 3114n,
  reasoningTokens: 2900n,
  outputSource: null,
  reasoningSource: 'reported',
  inputCost: 6_090_000n,
  cacheReadCost: 1_575_000n,
  cacheWriteCost: null,
  cacheWriteHourCost: null,
  outputCost: 43_596_000n,
  reasoningCost: 40_600_000n,
  readableCost: 0n,
  summaryCost: 40_600_000n,
  noTextCost: 0n,
  totalCost: 51_261_000n,
  costSource: 'computed',
  usageSource: null,
  price: {
    matchedModel: 'gpt-5.2',
    source: 'genai-prices',
    asOf: '2026-10-01',
    inputRate: 1_750_000_000n,
    cacheReadRate: 175_000_000n,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: 14_000_000_000n,
    reasoningRate: null,
    promptOver: null,
  },
};

const linesOf = (span: SpanReceipt) =>
  receiptOf(span).lines.map(({ label, tokens, amount }) => [label, tokens, amount]);

describe('a receipt', () => {
  it('lists what was paid so that tokens times rate is the amount, and the lines sum to the total', () => {
    const receipt = receiptOf(response);
    expect(linesOf(response)).toEqual([
      ['fresh input', 3480n, 6_090_000n],
      ['cached read', 9000n, 1_575_000n],
      ['answer, calls', 214n, 2_996_000n],
      ['thinking, summary only', 2900n, 40_600_000n],
    ]);
    for (const { tokens, rate, amount } of receipt.lines) expect((tokens! * rate!) / 1_000_000n).toBe(amount);
    expect(receipt.lines.reduce((sum, line) => sum + line.amount!, 0n)).toBe(receipt.total);
    expect(receipt.hidden).toBe(40_600_000n);
  });

  it('of a call that does not think has no line for thinking, and one for output only where there is some', () => {
    const nothing = { cacheReadTokens: null, cacheReadCost: null, reasoningTokens: null, reasoningCost: null };
    const output = { outputTokens: null, outputCost: null, totalCost: 6_090_000n };
    const embedding = { ...response, ...nothing, ...output, kind: 'embedding' };
    expect(receiptOf(embedding).lines.map(({ label }) => label)).toEqual(['fresh input']);
    expect(receiptOf(embedding).hidden).toBeNull();
    const image = {
      ...embedding,
      kind: 'image',
      outputTokens: 1_056n,
      outputCost: 42_240_000n,
      totalCost: 48_330_000n,
    };
    expect(receiptOf(image).lines.map(({ label }) => label)).toEqual(['fresh input', 'output']);
  });

  it('has a line for each lifetime of what was written into a cache, where something stays for an hour', () => {
    const price = { ...response.price!, cacheWriteRate: 3_750_000_000n, cacheWriteHourRate: 6_000_000_000n };
    const written = { ...response, price, cacheReadTokens: 500n, cacheReadCost: 87_500n, cacheWriteTokens: 8_500n };
    const linesAt = (more: Partial<SpanReceipt>) =>
      receiptOf({ ...written, ...more })
        .lines.filter(({ label }) => label.startsWith('cache write'))
        .map(({ label, tokens, rate, amount }) => [label, tokens, rate, amount]);
    const both = { cacheWriteHourTokens: 6_000n, cacheWriteCost: 45_375_000n, cacheWriteHourCost: 36_000_000n };
    const hour = ['cache write, 1 hour', 6_000n, 6_000_000_000n, 36_000_000n];
    expect(linesAt(both)).toEqual([['cache write, 5 minutes', 2_500n, 3_750_000_000n, 9_375_000n], hour]);
    expect(linesAt({ ...both, cacheWriteTokens: 6_000n, cacheWriteCost: 36_000_000n })).toEqual([hour]);
    const unpriced = { price: null, cacheWriteCost: null, cacheWriteHourCost: null };
    expect(linesAt({ ...both, ...unpriced })).toEqual([
      ['cache write, 5 minutes', 2_500n, null, null],
      ['cache write, 1 hour', 6_000n, null, null],
    ]);
    const untold = ['cache write', 8_500n, 3_750_000_000n, 31_875_000n];
    expect(linesAt({ cacheWriteCost: 31_875_000n })).toEqual([untold]);
    expect(linesAt({ cacheWriteHourTokens: 0n, cacheWriteHourCost: 0n, cacheWriteCost: 31_875_000n })).toEqual([
      untold,
    ]);
  });

  it('does not take an unknown price for nothing', () => {
    const unpriced = { ...response, price: null, totalCost: null, costSource: null };
    const costs = {
      inputCost: null,
      cacheReadCost: null,
      outputCost: null,
      reasoningCost: null,
      readableCost: null,
      summaryCost: null,
      noTextCost: null,
    };
    const receipt = receiptOf({ ...unpriced, ...costs });
    expect(receipt.lines.every((line) => line.amount === null)).toBe(true);
    expect([receipt.total, receipt.hidden]).toEqual([null, null]);
    expect(receipt.lines.at(-1)).toMatchObject({ label: 'thinking', tokens: 2900n });
  });

  it('distinguishes a missing price from usage that was not reported', () => {
    const unpriced = { ...response, totalCost: null, inputCost: null, outputCost: null, price: null };
    expect(receiptOf(unpriced).lack).toBeUndefined();
    expect(receiptOf({ ...unpriced, outputTokens: null }).lack).toBe('only a part of the usage was reported');
    expect(receiptOf({ ...unpriced, inputTokens: null, outputTokens: null }).lack).toBe('usage not reported');
    // A total reported by the provider is complete even if other figures are missing.
    expect(receiptOf({ ...response, inputTokens: null }).lack).toBeUndefined();
  });

  it('says thinking was not reported instead of zero', () => {
    const silent = {
      ...response,
      reasoningTokens: null,
      reasoningCost: null,
      readableCost: null,
      summaryCost: null,
      noTextCost: null,
    };
    expect(receiptOf(silent).lines.at(-1)).toEqual({
      label: 'thinking',
      tokens: null,
      rate: 14_000_000_000n,
      amount: null,
    });
  });

  it('gives the difference to the provider’s own total a line', () => {
    expect(linesOf({ ...response, totalCost: 60_000_000n, costSource: 'provider' }).at(-1)).toEqual([
      'other, by the provider’s own total',
      null,
      8_739_000n,
    ]);
  });

  it('splits thinking of two kinds by what each cost, marked approximate', () => {
    const mixed = { ...response, readableCost: 20_300_000n, summaryCost: 20_300_000n };
    expect(receiptOf(mixed).lines.slice(-2)).toMatchObject([
      { mark: 'readable', tokens: 1450n, approximate: true },
      { mark: 'summary', tokens: 1450n, approximate: true },
    ]);
  });

  it('never counts thinking beyond the output', () => {
    const receipt = receiptOf({ ...response, reasoningTokens: 9999n });
    expect(receipt.clamped).toBe(true);
    expect(receipt.lines.map((line) => line.tokens)).toEqual([3480n, 9000n, 0n, 3114n]);
  });

  it('does not call output an answer when its thinking tokens are not reported', () => {
    const costs = { reasoningCost: null, summaryCost: null, readableCost: null, noTextCost: null };
    const untold = { ...response, ...costs, reasoningTokens: null, reasoningSource: null };
    expect(linesOf(untold).slice(2)).toEqual([
      ['answer, calls and any thinking', 3114n, 43_596_000n],
      ['thinking', null, null],
    ]);
  });
});
