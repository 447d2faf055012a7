/**
 * Splits a whole number of tokens into shares that add up to exactly that number. Used by attribution and
 * thinking-state.
 */

/**
 * Largest remainder method: every share gets its floor, and the units left over go to the largest fractions, earlier
 * shares first. Weights that are all zero split evenly. Negative and non-finite weights count as zero.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  // Most figures have a single share.
  if (weights.length < 2) return weights.map(() => total);
  const usable = weights.map((weight) => (Number.isFinite(weight) && weight > 0 ? weight : 0));
  const sum = usable.reduce((left, right) => left + right, 0);
  const exact = usable.map((weight) => (sum > 0 ? total * (weight / sum) : total / weights.length));
  const shares = exact.map(Math.floor);
  let rest = total - shares.reduce((left, right) => left + right, 0);
  if (rest === 0) return shares;
  const order = exact.map((value, index) => ({ index, fraction: value - Math.floor(value) }));
  order.sort((left, right) => right.fraction - left.fraction || left.index - right.index);
  for (const { index } of order) {
    if (rest <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    rest -= 1;
  }
  // Above 2^52 the floors themselves are rounded, so the largest share takes the difference.
  const largest = shares.indexOf(Math.max(...shares));
  shares[largest] = (shares[largest] ?? 0) + rest;
  return shares;
}

/**
 * Weights of thoughts from their lengths in characters; null = a thought without text. A thought without text has no
 * length, so it gets the mean of the readable ones (equal weights when none is readable).
 */
export function thoughtWeights(lengths: readonly (number | null)[]): number[] {
  const measured = lengths.filter((length) => length !== null);
  const mean = measured.length > 0 ? measured.reduce((left, right) => left + right, 0) / measured.length : 1;
  return lengths.map((length) => length ?? mean);
}
