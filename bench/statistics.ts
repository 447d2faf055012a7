/** What is said of many measured values. */

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}

/** The least that so large a share of the values does not pass. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.ceil(values.length * share) - 1] ?? NaN;
}
