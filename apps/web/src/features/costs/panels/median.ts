// The median of a histogram whose bucket sizes double (tool_rollups.token_histogram). Pure.

export interface Median {
  tokens: number;
  /** Only its bucket is known: shown with `≈`. */
  isApproximate: boolean;
}

/**
 * The median number of tokens of `sum` tokens in all. Exact of one value and of zeros; otherwise known to its bucket:
 * the mean when all values are in that, else its middle on a logarithmic scale. Bucket 0 counts zeros, bucket i counts
 * 2^(i-1) ≤ tokens < 2^i. undefined without values.
 */
export function medianTokens(histogram: readonly number[], sum: bigint): Median | undefined {
  const values = histogram.reduce((total, count) => total + count, 0);
  if (values === 0) return undefined;
  let seen = 0;
  const bucket = histogram.findIndex((count) => (seen += count) * 2 >= values);
  if (bucket === 0) return { tokens: 0, isApproximate: false };
  const mean = Number(sum) / values;
  // A sum that contradicts the histogram must not give a median outside of its bucket.
  const isMeanOfBucket = histogram[bucket] === values && mean >= 2 ** (bucket - 1) && mean < 2 ** bucket;
  return {
    tokens: Math.round(isMeanOfBucket ? mean : 2 ** (bucket - 0.5)),
    isApproximate: !(isMeanOfBucket && values === 1),
  };
}
