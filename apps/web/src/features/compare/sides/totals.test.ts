import { expect, it } from 'vitest';
import { totalsOf } from './totals.ts';
import type { Summary } from './use-side.ts';

const NO_COST = { input: 0n, answer: 0n, readable: 0n, summary: 0n, noText: 0n, untold: 0n };
const run = {
  costs: NO_COST,
  ...{ generations: 0, generationsReporting: 0, generationsUnpriced: 0, generationsInRuns: 0, runsCounted: 0 },
  ...{ inputTokens: 0n, outputTokens: 0n, open: 0, errors: 0 },
  ...{ startedAt: new Date(0), endedAt: new Date(1000) },
} as Summary;
const called = { ...run, generations: 1, inputTokens: 10n, outputTokens: 5n };
const paid = { ...called, costs: { ...NO_COST, input: 2000n, noText: 1000n }, generationsReporting: 1 };
const of = (a: Summary, b: Summary, name: string) => totalsOf(a, b).find((total) => total.name === name);

it('a run that called no model has no cost, and that is not one without a price', () => {
  expect(of(run, { ...called, generationsUnpriced: 1 }, 'cost')).toMatchObject({ a: '—', b: 'no price', change: null });
});

it('thinking that was not reported is not thinking of $0', () => {
  const silent = { ...called, costs: { ...NO_COST, input: 2000n } };
  expect(of(silent, paid, 'thinking')).toMatchObject({ a: 'not reported', b: 1000, change: null });
  expect(of(silent, paid, 'hidden')).toMatchObject({ a: 'not reported', b: 1000, change: null });
  expect(of({ ...silent, generationsReporting: 1 }, paid, 'hidden')).toMatchObject({ a: 0, b: 1000, change: null });
});

it('what both know is compared', () => {
  expect(of(paid, paid, 'cost')).toMatchObject({ a: 3000, change: 0 });
  expect(of({ ...paid, open: 1 }, paid, 'time')).toMatchObject({ a: 'no end recorded', b: 1000, change: null });
});
