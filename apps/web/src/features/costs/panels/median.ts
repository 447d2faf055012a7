// The approximate median of a histogram whose bucket sizes double (tool_rollups.token_histogram). Pure.

/**
 * Median number of tokens, known only to its bucket: the middle of the bucket on a logarithmic scale, so always shown
 * with `≈`. Bucket 0 counts zeros, bucket i counts 2^(i-1) ≤ tokens < 2^i. undefined without calls.
 */
export function approximateMedian(histogram: readonly number[]): number | undefined {
  const calls = histogram.reduce((sum, count) => sum + count, 0);
  if (calls === 0) return undefined;
  let seen = 0;
  const bucket = histogram.findIndex((count) => (seen += count) * 2 >= calls);
  return bucket === 0 ? 0 : Math.round(2 ** (bucket - 0.5));
}
