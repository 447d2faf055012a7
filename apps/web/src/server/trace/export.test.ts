import type { TraceSummary } from '@subtext/db';
import { expect, it } from 'vitest';
import { heading } from './export.ts';

const NO_COST = { input: 0n, answer: 0n, readable: 0n, summary: 0n, noText: 0n, untold: 0n };
const summary = {
  ...{ id: '0'.repeat(32), asked: 'Refund order 8812', name: null, models: ['gpt-5.2'], startedAt: new Date(0) },
  costs: { ...NO_COST, input: 20_000_000n },
  ...{ generations: 1, generationsReporting: 1, generationsUnpriced: 0, generationsInRuns: 0, runsCounted: 0 },
  ...{ inputTokens: 10n, outputTokens: 5n },
} as TraceSummary;
const sums = (of: Partial<TraceSummary>) =>
  heading({ ...summary, ...of }, { steps: [] })
    .trim()
    .split(' · ')
    .at(-1);

it('the first lines of an exported trace say what it cost', () => {
  const costs = { ...summary.costs, noText: 10_000_000n };
  expect(sums({ costs })).toBe('0 steps, $0.030, thinking $0.010, hidden $0.010');
});

it('what has no price, or was not reported, is not written as $0', () => {
  expect(sums({ costs: NO_COST, generationsUnpriced: 1 })).toBe('0 steps, no price');
  expect(sums({ generationsReporting: 0 })).toBe('0 steps, $0.020, thinking not reported');
});
