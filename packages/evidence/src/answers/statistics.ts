/** What all intervals are computed with. Everything is by formula, so that two pages never disagree. */

export interface Interval {
  low: number;
  high: number;
}

/** 1.96 standard deviations: the 97.5 % quantile of the normal distribution, for intervals of 95 %. */
export const NORMAL_QUANTILE = 1.959964;

/** The interval of a share of `count` independent observations (Wilson, 1927): right for few, and for shares of 0 and 1. */
export function wilsonInterval(share: number, count: number): Interval {
  const squared = NORMAL_QUANTILE ** 2 / count;
  const center = (share + squared / 2) / (1 + squared);
  const half = (NORMAL_QUANTILE / (1 + squared)) * Math.sqrt((share * (1 - share)) / count + squared / (4 * count));
  return { low: Math.max(0, Math.min(share, center - half)), high: Math.min(1, Math.max(share, center + half)) };
}

/** The ratio of two sums: `of` by `per`. */
export interface RatioOfSums {
  value: number;
  /** Its standard error by the delta method. null: one observation says nothing about how others differ. */
  error: number | null;
}

/** undefined: nothing to divide by. */
export function ratioOfSums(all: readonly { of: number; per: number }[]): RatioOfSums | undefined {
  const [of, per] = [sum(all.map((one) => one.of)), sum(all.map((one) => one.per))];
  if (!(per > 0)) return undefined;
  const value = of / per;
  if (all.length < 2) return { value, error: null };
  const squares = sum(all.map((one) => (one.of - value * one.per) ** 2));
  return { value, error: Math.sqrt((squares * all.length) / (all.length - 1)) / per };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
