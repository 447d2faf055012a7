/**
 * 95 % intervals of figures that are estimated from runs. A run is the unit of sampling: the calls of one run depend on
 * each other. Everything is computed by formula, so that two pages never disagree. docs/releases.md says which formula
 * is used for which figure, and why.
 */
import { NORMAL_QUANTILE, ratioOfSums, wilsonInterval } from '@subtext/evidence';

/** A figure from the runs that report it. `low` and `high` are null where the runs are too few for an interval. */
export interface Estimate {
  /** null: no run reports it. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Runs it was computed from. */
  runs: number;
  /** Further runs for which it is not known. */
  unknown: number;
  /** `value` is a lower bound: this is the value if all runs that were looked at only in part had it. */
  most?: number;
}

const Z = NORMAL_QUANTILE;
const LEVEL = 0.95;

export const noEstimate = (unknown: number): Estimate => ({ value: null, low: null, high: null, runs: 0, unknown });

/** The 97.5 % quantile of Student's t distribution (Abramowitz and Stegun 26.7.5; exact for one and two). */
export function studentT(degrees: number): number {
  if (degrees <= 1) return 12.7062;
  if (degrees <= 2) return 4.30265;
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ];
  return terms.reduce((sum, term, index) => sum + term / degrees ** (index + 1), Z);
}

/** The share of runs with something (Wilson, 1927): right for few runs, too, and for shares of 0 and 1. */
export function shareOfRuns(withIt: number, runs: number, unknown = 0): Estimate {
  if (runs === 0) return noEstimate(unknown);
  const value = withIt / runs;
  return { value, ...wilsonInterval(value, runs), runs, unknown };
}

/**
 * The same where `notSeen` of the runs were looked at only in part, and nothing was found in them: from the lower end if
 * none of them has it to the upper end if all have (the bounds of Manski, 1989).
 */
export function shareOfSeenRuns(
  withIt: number,
  runs: number,
  { unknown, notSeen }: Record<'unknown' | 'notSeen', number>,
): Estimate {
  const least = shareOfRuns(withIt, runs, unknown + notSeen);
  if (notSeen === 0 || runs === 0) return least;
  const most = shareOfRuns(withIt + notSeen, runs);
  return { ...least, high: most.high, most: most.value! };
}

/** Sums of a run; the figure is the sum of `of` by the sum of `per`. */
export interface RunRatio {
  of: number;
  per: number;
}

/**
 * An amount that is not negative: tokens for each call, dollars for each run. The interval is one of the logarithm: such
 * amounts are skewed, and the interval never reaches below 0.
 */
export function ratioOfRuns(runs: readonly RunRatio[], unknown = 0): Estimate {
  const ratio = ratioOfSums(runs);
  if (!ratio) return noEstimate(unknown);
  const { value, error } = ratio;
  const found = { value, runs: runs.length, unknown };
  if (error === null || value === 0) return { ...found, low: null, high: null };
  const factor = Math.exp((studentT(runs.length - 1) * error) / value);
  return { ...found, low: value / factor, high: value * factor };
}

export const meanOfAmounts = (amounts: readonly number[], unknown = 0): Estimate =>
  ratioOfRuns(
    amounts.map((of) => ({ of, per: 1 })),
    unknown,
  );

/** A mean of numbers that may be negative, such as scores. */
export function meanOfNumbers(numbers: readonly number[], unknown = 0): Estimate {
  if (numbers.length === 0) return noEstimate(unknown);
  const runs = numbers.length;
  const value = sum(numbers) / runs;
  if (runs < 2) return { value, low: null, high: null, runs, unknown };
  const variance = sum(numbers.map((number) => (number - value) ** 2)) / (runs - 1);
  const half = studentT(runs - 1) * Math.sqrt(variance / runs);
  return { value, low: value - half, high: value + half, runs, unknown };
}

/**
 * A share of a sum, such as of tokens: the interval is one of the logit, so it stays between 0 and 1. Where it is 0 or 1
 * for every run, it is that of as many runs of which all or none have it.
 */
export function shareOfSum(runs: readonly RunRatio[], unknown = 0): Estimate {
  const counted = runs.filter(({ per }) => per > 0);
  const ratio = ratioOfSums(counted);
  if (!ratio) return noEstimate(unknown);
  const { value, error } = ratio;
  if (value <= 0 || value >= 1) return shareOfRuns(value <= 0 ? 0 : counted.length, counted.length, unknown);
  const found = { value, runs: counted.length, unknown };
  if (error === null) return { ...found, low: null, high: null };
  const logit = Math.log(value / (1 - value));
  const half = (studentT(counted.length - 1) * error) / (value * (1 - value));
  return { ...found, low: 1 / (1 + Math.exp(half - logit)), high: 1 / (1 + Math.exp(-half - logit)) };
}

/** The interval is between two of the values, and needs no assumption on how they are distributed. */
export function medianOf(values: readonly number[], unknown = 0): Estimate {
  const runs = values.length;
  if (runs === 0) return noEstimate(unknown);
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted[Math.floor((runs - 1) / 2)]! + sorted[Math.floor(runs / 2)]!) / 2;
  const rank = medianRank(runs);
  if (rank === 0) return { value: middle, low: null, high: null, runs, unknown };
  return { value: middle, low: sorted[rank - 1]!, high: sorted[runs - rank]!, runs, unknown };
}

/** How many of the values at each end are outside of the interval, and the first one inside; 0: there are too few. */
function medianRank(runs: number): number {
  let rank = 0;
  // Probabilities of a binomial distribution with 1/2, from the logarithm because 2^-1000 is no number.
  let logChoose = 0;
  for (let below = -runs * Math.LN2, tail = 0; rank < runs / 2; rank++) {
    tail += Math.exp(logChoose + below);
    if (tail > (1 - LEVEL) / 2) break;
    logChoose += Math.log((runs - rank) / (rank + 1));
  }
  return rank;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** From A to B. Relative figures are shares of A, such as 0.3 for +30 %. */
export interface Change {
  difference: number | null;
  low: number | null;
  high: number | null;
  /** null: A is 0 or below, or unknown. */
  relative: number | null;
  /** null: no interval, or without an end on this side. */
  relativeLow: number | null;
  relativeHigh: number | null;
  /** The interval does not contain 0. null: there is no interval. */
  isSignificant: boolean | null;
}

/**
 * The interval of a difference from those of its sides (MOVER; of shares it is Newcombe's, 1998), and of the ratio from
 * their logarithms. It needs no assumption beyond those of the sides.
 */
export function changeOf(a: Estimate, b: Estimate): Change {
  const relative = relativeOf(a, b);
  if (a.value === null || b.value === null)
    return { difference: null, low: null, high: null, isSignificant: null, ...relative };
  const difference = b.value - a.value;
  if (!hasInterval(a) || !hasInterval(b))
    return { difference, low: null, high: null, isSignificant: null, ...relative };
  const [mostOfA, mostOfB] = [a.most ?? a.value, b.most ?? b.value];
  const low = b.value - mostOfA - Math.hypot(b.value - b.low, a.high - mostOfA);
  const high = mostOfB - a.value + Math.hypot(b.high - mostOfB, a.value - a.low);
  return { difference, low, high, isSignificant: low > 0 || high < 0, ...relative };
}

function relativeOf(a: Estimate, b: Estimate): Pick<Change, 'relative' | 'relativeLow' | 'relativeHigh'> {
  if (a.value === null || b.value === null || a.value <= 0 || b.value < 0)
    return { relative: null, relativeLow: null, relativeHigh: null };
  const relative = b.value / a.value - 1;
  if (!hasInterval(a) || !hasInterval(b)) return { relative, relativeLow: null, relativeHigh: null };
  const [mostOfA, mostOfB] = [a.most ?? a.value, b.most ?? b.value];
  const low = Math.log(b.value / mostOfA) - Math.hypot(Math.log(b.value / b.low), Math.log(a.high / mostOfA));
  const high = Math.log(mostOfB / a.value) + Math.hypot(Math.log(b.high / mostOfB), Math.log(a.value / a.low));
  return { relative, relativeLow: b.value === 0 ? -1 : bounded(low), relativeHigh: bounded(high) };
}

/** Without an end where a side may be 0. */
const bounded = (log: number): number | null => (Number.isFinite(log) ? Math.exp(log) - 1 : null);

const hasInterval = (of: Estimate): of is Estimate & { value: number; low: number; high: number } =>
  of.low !== null && of.high !== null;
