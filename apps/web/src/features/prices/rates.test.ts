import { describe, expect, it } from 'vitest';
import { costAt, rateText, rateWords, readRate, readRates, typedRates } from './rates.ts';

const RATES = {
  inputRate: 1_750_000_000,
  cacheReadRate: 175_000_000,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 14_000_000_000,
  reasoningRate: null,
};

describe('a rate as it is typed', () => {
  it.each([
    ['1.75', 1_750_000_000],
    ['$14', 14_000_000_000],
    [' .000000001 ', 1],
    ['0', 0],
    ['', null],
  ])('%j is %s', (text, rate) => expect(readRate(text)).toBe(rate));

  it.each(['1,75', '-1', '1e3', '100001', '1.0000000001', 'free', '٣'])('%j is no price', (text) =>
    expect(readRate(text)).toBeUndefined(),
  );

  it('comes back as it was', () => {
    expect([1_750_000_000, 1, 0, 14_000_000_000, null].map(rateText)).toEqual(['1.75', '0.000000001', '0', '14', '']);
    expect(readRates(typedRates(RATES))).toEqual(RATES);
  });

  it('is shown with its cents, and what is less than one', () => {
    const shown = [2_500_000_000, 14_000_000_000, 175_000_000, 0, 1].map(rateWords);
    expect(shown).toEqual(['$2.50', '$14.00', '$0.175', '$0', '$0.000000001']);
  });

  it('is missing while input or output is', () => {
    expect(readRates({ ...typedRates(RATES), outputRate: '' })).toBeUndefined();
    expect(readRates(typedRates(null))).toBeUndefined();
  });
});

describe('what tokens would cost', () => {
  const tokens = { input: 12_480n, cacheRead: 9_000n, output: 3_114n, reasoning: 2_900n };

  it('counts what is cached and what is thinking once', () => {
    expect(costAt(tokens, RATES)).toBe(51_261_000n);
    expect(costAt(tokens, { ...RATES, reasoningRate: 0 })).toBe(51_261_000n - 40_600_000n);
  });

  it('is never less than nothing when the sums contradict each other', () => {
    expect(costAt({ ...tokens, input: 0n, output: 0n }, RATES)).toBe(1_575_000n + 40_600_000n);
  });
});
