/**
 * The histograms of durations in `model_rollups` and `tool_rollups`. Bucket sizes grow by √2, so a percentile is known
 * to within ±20 %. Bucket 0 counts what took less than 1 ms, bucket i counts BOUNDS[i-1] ≤ duration < BOUNDS[i], and
 * the last one everything from 2.3 hours. Histograms with the same bounds are merged by adding their buckets.
 */

/** In nanoseconds, like the durations of spans. Whole numbers, so that SQL and JavaScript agree about every duration. */
export const LATENCY_BOUNDS: readonly number[] = Array.from({ length: 47 }, (_, index) =>
  Math.round(1e6 * 2 ** (index / 2)),
);

export const LATENCY_BUCKETS: number = LATENCY_BOUNDS.length + 1;

export function latencyBucket(nanoseconds: number): number {
  const bucket = LATENCY_BOUNDS.findIndex((bound) => nanoseconds < bound);
  return bucket === -1 ? LATENCY_BOUNDS.length : bucket;
}
