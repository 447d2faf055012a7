import { expect, it } from 'vitest';
import { LATENCY_BOUNDS, LATENCY_BUCKETS, latencyBucket } from './latency-histogram.ts';

it('has bounds that double every second bucket, from 1 ms to hours', () => {
  expect(LATENCY_BOUNDS.filter((_, index) => index % 2 === 0).slice(0, 4)).toEqual([1e6, 2e6, 4e6, 8e6]);
  expect(LATENCY_BOUNDS.at(-1)! / 3.6e12).toBeGreaterThan(2);
});

it('puts a duration at a bound into the bucket that begins there', () => {
  for (const [index, bound] of LATENCY_BOUNDS.entries()) {
    expect(latencyBucket(bound - 1)).toBe(index);
    expect(latencyBucket(bound)).toBe(index + 1);
  }
  expect(latencyBucket(0)).toBe(0);
  expect(latencyBucket(Number.MAX_SAFE_INTEGER)).toBe(LATENCY_BUCKETS - 1);
});
