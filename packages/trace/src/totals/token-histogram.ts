/**
 * The histogram of thinking tokens in `tool_rollups`. Bucket 0 counts zeros, bucket i counts 2^(i-1) ≤ tokens < 2^i, and
 * the last bucket counts everything above, too.
 */
export const HISTOGRAM_BUCKETS = 24;

export function tokenBucket(tokens: number): number {
  return tokens <= 0 ? 0 : Math.min(HISTOGRAM_BUCKETS - 1, Math.floor(Math.log2(tokens)) + 1);
}
