/**
 * The histogram of thinking tokens in `tool_rollups`. Bucket 0 counts zeros, bucket i counts 2^(i-1) ≤ tokens < 2^i, and
 * the last bucket counts everything above, too.
 */
export const HISTOGRAM_BUCKETS = 24;
