import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LATENCY_BOUNDS, LATENCY_BUCKETS, latencyBucket } from './latency-histogram.ts';
import { percentilesOf } from './percentiles.ts';

function histogramOf(milliseconds: readonly number[]): number[] {
  const buckets = new Array<number>(LATENCY_BUCKETS).fill(0);
  for (const one of milliseconds) buckets[latencyBucket(one * 1e6)]! += 1;
  return buckets;
}

it('is an interval that contains the percentile, whatever the durations', () => {
  const durations = fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(durations, (milliseconds) => {
      const sorted = milliseconds.toSorted((a, b) => a - b);
      const found = percentilesOf(histogramOf(milliseconds))!;
      expect(found.count).toBe(milliseconds.length);
      for (const [share, { from, to }] of [
        [0.5, found.p50],
        [0.95, found.p95],
      ] as const) {
        const exact = sorted[Math.ceil(sorted.length * share - 1e-9) - 1]!;
        expect(exact).toBeGreaterThanOrEqual(from);
        expect(exact).toBeLessThan(to ?? Infinity);
      }
    }),
  );
});

it('has no percentiles without durations, and no upper bound in the last bucket', () => {
  expect(percentilesOf(histogramOf([]))).toBeNull();
  expect(percentilesOf(histogramOf([1e9]))).toEqual({
    count: 1,
    p50: { from: LATENCY_BOUNDS.at(-1)! / 1e6, to: null },
    p95: { from: LATENCY_BOUNDS.at(-1)! / 1e6, to: null },
  });
  expect(percentilesOf(histogramOf([0]))?.p50).toEqual({ from: 0, to: 1 });
});
