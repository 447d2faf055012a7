import { describe, expect, it } from 'vitest';
import {
  absoluteTime,
  age,
  duration,
  elapsed,
  exactMoney,
  money,
  percent,
  plural,
  shareOf,
  timeFromStart,
  tokens,
} from './format.ts';

const nano = (dollars: string) => {
  const [whole, fraction = ''] = dollars.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
};

describe('money', () => {
  it.each([
    ['0', '$0'],
    ['18.42', '$18.42'],
    ['1234.5', '$1,234.50'],
    ['0.412', '$0.412'],
    ['0.051261', '$0.051'],
    ['0.0046', '$0.0046'],
    ['0.000009', '$0.0000090'],
    ['0.000000001', '$0.0000000010'],
    ['0.9996', '$1.00'],
    ['0.9994', '$0.999'],
    ['0.00996', '$0.010'],
    ['0.00994', '$0.0099'],
  ])('writes %s dollars as %s', (dollars, text) => expect(money(nano(dollars))).toBe(text));

  it('never writes a non-zero amount as zero', () => {
    for (let amount = 1n; amount < 10n ** 12n; amount *= 7n) expect(money(amount)).toMatch(/[1-9]/);
  });

  it('keeps the sign of a refund', () => expect(money(-nano('0.412'))).toBe('-$0.412'));

  it('gives the exact amount for hover', () => {
    expect(exactMoney(nano('0.051261'))).toBe('$0.051261');
    expect(exactMoney(nano('1234567.000000001'))).toBe('$1,234,567.000000001');
    expect(exactMoney(0n)).toBe('$0');
  });
});

describe('tokens', () => {
  it.each([
    [0, '0'],
    [9_999, '9,999'],
    [10_000, '10k'],
    [12_400, '12.4k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [3_140_000, '3.1M'],
    [2_000_000_000n, '2B'],
  ])('writes %s as %s', (count, text) => expect(tokens(count)).toBe(text));
});

describe('duration', () => {
  it.each([
    [0, '<1 ms'],
    [0.4, '<1 ms'],
    [840, '840 ms'],
    [999.6, '1.0 s'],
    [41_200, '41.2 s'],
    [59_960, '1 m 0 s'],
    [192_000, '3 m 12 s'],
    [7_500_000, '2 h 5 m'],
  ])('writes %s ms as %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));
});

it('writes the origin of an axis as a point in time', () => {
  expect([0, 0.4, 840].map(timeFromStart)).toEqual(['0 ms', '<1 ms', '840 ms']);
});

describe('percent', () => {
  it.each([
    [0, '0 %'],
    [0.004, '<1 %'],
    [0.45, '45 %'],
    [0.996, '>99 %'],
    [1, '100 %'],
  ])('writes %s as %s', (share, text) => expect(percent(share)).toBe(text));

  it('knows no share of nothing', () => {
    expect(shareOf(0n, 0n)).toBeUndefined();
    expect(shareOf(1n, 4n)).toBe(0.25);
  });
});

describe('age', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-21T11:59:57Z', 'now'],
    ['2026-11-21T12:30:00Z', 'now'],
    ['2026-11-21T11:59:48Z', '12 s'],
    ['2026-11-21T11:58:00Z', '2 m'],
    ['2026-11-21T07:00:00Z', '5 h'],
    ['2026-11-18T12:00:00Z', '3 d'],
    ['2026-06-02T12:00:00Z', '2 Jun 2026'],
  ])('reads %s as %s', (time, text) => expect(age(new Date(time), now)).toBe(text));

  it('says the zone of an absolute time', () =>
    expect(absoluteTime(new Date('2026-11-02T09:02:07Z'), 'UTC')).toBe('2026-11-02 09:02:07 UTC'));
});

it('counts one call and two calls', () => {
  expect(plural(1, 'call')).toBe('1 call');
  expect(plural(1200, 'call')).toBe('1,200 calls');
});

describe('what goes on', () => {
  it.each([
    [-5000, '0 s'],
    [12_999, '12 s'],
    [59_999, '59 s'],
    [60_000, '1 m 0 s'],
    [192_500, '3 m 12 s'],
  ])('is %s ms old as %s', (milliseconds, text) => expect(elapsed(milliseconds)).toBe(text));
});
