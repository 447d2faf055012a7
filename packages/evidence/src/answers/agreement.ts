/**
 * Shares and ratios over steps that were each asked several times, with intervals of 95 %. Repetitions of one step are
 * not independent: a step that is easy once is easy again. So the number of answers is divided by the design effect, the
 * variance between steps over the one that independent answers would have (Kish), before the interval of Wilson. When
 * all steps agree alike, the design effect cannot be measured, and the number of steps counts.
 */
import { NORMAL_QUANTILE, ratioOfSums, sum, wilsonInterval, type Interval } from './statistics.ts';

export interface StepShare {
  /** Answers of the step for which it is true, of all of them. */
  hits: number;
  answers: number;
}

export interface Share extends Interval {
  /** 0 to 1. */
  value: number;
  steps: number;
  answers: number;
}

/** undefined without answers. */
export function shareOf(all: readonly StepShare[]): Share | undefined {
  const steps = all.filter(({ answers }) => answers > 0);
  const answers = sum(steps.map((step) => step.answers));
  if (answers === 0) return undefined;
  const value = sum(steps.map(({ hits }) => hits)) / answers;
  const independent = answers / designEffect(steps, { value, answers });
  return { value, ...wilsonInterval(value, independent), steps: steps.length, answers };
}

interface Mean {
  value: number;
  answers: number;
}

function designEffect(steps: readonly StepShare[], { value, answers }: Mean): number {
  // As if each step had answered alike: the worst case.
  const worst = answers / steps.length;
  const variance = value * (1 - value);
  if (variance === 0 || steps.length < 2) return worst;
  const residuals = sum(steps.map((step) => (step.hits - value * step.answers) ** 2));
  const clustered = (residuals / answers ** 2) * (steps.length / (steps.length - 1));
  return Math.min(worst, Math.max(1, clustered / (variance / answers)));
}

/** One step: its mean in the variant, and what it is compared with. */
export interface StepPair {
  variant: number;
  reference: number;
}

export interface Ratio extends Interval {
  value: number;
  steps: number;
}

/** The sum over the sum, with the interval of a ratio estimator over steps. undefined when the reference sums to 0. */
export function ratioOf(pairs: readonly StepPair[]): Ratio | undefined {
  const ratio = ratioOfSums(pairs.map(({ variant, reference }) => ({ of: variant, per: reference })));
  if (!ratio) return undefined;
  const { value, error } = ratio;
  const steps = pairs.length;
  if (error === null) return { value, low: 0, high: Infinity, steps };
  return { value, low: Math.max(0, value - NORMAL_QUANTILE * error), high: value + NORMAL_QUANTILE * error, steps };
}
