import { expect, it } from 'vitest';
import { forecastOf } from './forecast.ts';
import { periodAt } from './period.ts';

it.each([
  ['day', '2026-02-28T23:59:59.999Z', ['2026-02-28', '2026-03-01']],
  ['week', '2026-11-22T23:59:59Z', ['2026-11-16', '2026-11-23']],
  ['week', '2026-11-23T00:00:00Z', ['2026-11-23', '2026-11-30']],
  ['month', '2026-12-31T12:00:00Z', ['2026-12-01', '2027-01-01']],
] as const)('finds the %s of %s', (period, at, [start, end]) => {
  expect(periodAt(period, new Date(at))).toEqual({ start: new Date(start), end: new Date(end) });
});

const DAY = { start: new Date('2026-11-20T00:00:00Z'), end: new Date('2026-11-21T00:00:00Z') };
const forecast = (at: string, spent: bigint) => forecastOf(DAY, { spent, amount: 100n, at: new Date(at) });

it('has no forecast without spend, or in the first hour of a period', () => {
  expect(forecast('2026-11-20T12:00:00Z', 0n)).toBeNull();
  expect(forecast('2026-11-20T00:59:00Z', 50n)).toBeNull();
});

it('forecasts when the amount is used up, only where that is in the period and still to come', () => {
  expect(forecast('2026-11-20T06:00:00Z', 50n)).toEqual({ endSpend: 200n, usedUpAt: new Date('2026-11-20T12:00:00Z') });
  expect(forecast('2026-11-20T12:00:00Z', 40n)).toEqual({ endSpend: 80n, usedUpAt: null });
  expect(forecast('2026-11-20T12:00:00Z', 100n)).toEqual({ endSpend: 200n, usedUpAt: null });
});
