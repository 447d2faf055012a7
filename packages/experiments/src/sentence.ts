/** A result as a sentence: "at `low` the same call in 94 % ± 3 for 31 % of the cost (120 steps × 3)". */
import type { ArmSummary, Interval } from '@subtext/evidence';

interface Measured {
  name: string;
  summary: ArmSummary;
  repeats: number;
  /** undefined: the arm is the baseline, or there is none. */
  baseline: ArmSummary | undefined;
}

/** undefined without any answer. */
export function resultSentence({ name, summary, repeats, baseline }: Measured): string | undefined {
  const { sameCall, sameArguments, cost, steps } = summary;
  if (!sameCall) return undefined;
  const price = cost ? ` for ${shareWords(cost)} of the cost` : ', at a cost that is not known';
  const differs = sameArguments && sameArguments.value < 1;
  const others = differs ? `, with the same arguments in ${shareWords(sameArguments)} of them,` : '';
  const again = baseline?.sameCall ? `; the same setting, asked again: ${shareWords(baseline.sameCall)}` : '';
  return `at \`${name}\` the same call in ${shareWords(sameCall)}${others}${price} (${steps} steps × ${repeats})${again}`;
}

/** The wider side of the interval, in whole percent, never less than it is. */
export function shareWords({ value, low, high }: Interval & { value: number }): string {
  const margin = Math.ceil(Math.max(value - low, high - value) * 100 - 1e-9);
  const share = `${Math.round(value * 100)} %`;
  return Number.isFinite(margin) ? `${share} ± ${margin}` : share;
}
