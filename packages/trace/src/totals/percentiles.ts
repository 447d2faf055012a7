// Percentiles of latency histograms. Only the bucket of a percentile is known, so it is an interval. Pure.
import { LATENCY_BOUNDS } from './latency-histogram.ts';

/** Milliseconds. */
export interface LatencyInterval {
  from: number;
  /** null: the last bucket has no upper bound. */
  to: number | null;
}

export interface Percentiles {
  /** Number of durations. */
  count: number;
  p50: LatencyInterval;
  p95: LatencyInterval;
}

/** null without durations. */
export function percentilesOf(histogram: readonly number[]): Percentiles | null {
  const count = histogram.reduce((sum, one) => sum + one, 0);
  if (count === 0) return null;
  return { count, p50: intervalOf(histogram, count * 0.5), p95: intervalOf(histogram, count * 0.95) };
}

/** The bucket of the smallest duration that at least `rank` durations do not exceed. */
function intervalOf(histogram: readonly number[], rank: number): LatencyInterval {
  let seen = 0;
  const bucket = histogram.findIndex((count) => (seen += count) >= rank && count > 0);
  const [from, to] = [LATENCY_BOUNDS[bucket - 1], LATENCY_BOUNDS[bucket]];
  return { from: (from ?? 0) / 1e6, to: to === undefined ? null : to / 1e6 };
}
