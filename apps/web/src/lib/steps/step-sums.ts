/**
 * Sums over steps in which a missing value never counts as zero. Used for the ∑ of nested steps and for "as of step 7".
 */
import type { Paid } from './allocate.ts';
import { joinLacks, LACK_WORDS, type CostLack } from './cost-lack.ts';

export interface Sum {
  /** null = no part has a cost. */
  cost: number | null;
  reasoningTokens: number | null;
  reasoningCost: number | null;
  hiddenCost: number | null;
  approximate: boolean;
  /** Why a part has no cost, in which case `cost` is a lower bound; otherwise null. */
  lack: CostLack | null;
  /** An agent run above reports the cost of a part. */
  inRun: boolean;
  /** A part does not report its thinking, so the sums of thinking are lower bounds. */
  uncounted: boolean;
}

export function sumOf(parts: readonly (Paid | Sum | null)[]): Sum {
  const sum = nothing();
  for (const part of parts) if (part) addTo(sum, part);
  return sum;
}

const nothing = (): Sum => ({
  cost: null,
  reasoningTokens: null,
  reasoningCost: null,
  hiddenCost: null,
  approximate: false,
  lack: null,
  inRun: false,
  uncounted: false,
});

export function addTo(sum: Sum, part: Paid | Sum): void {
  sum.cost = plus(sum.cost, part.cost);
  sum.reasoningTokens = plus(sum.reasoningTokens, part.reasoningTokens);
  sum.reasoningCost = plus(sum.reasoningCost, part.reasoningCost);
  sum.hiddenCost = plus(sum.hiddenCost, part.hiddenCost);
  sum.approximate ||= part.approximate;
  sum.inRun ||= part.inRun;
  sum.uncounted ||= 'uncounted' in part ? part.uncounted : part.reasoningTokens === null;
  sum.lack = joinLacks(sum.lack, part.lack);
}

/** The words for a missing cost while all charged calls are still running; undefined as soon as one has ended. */
export const notYetIn = ({ lack, cost }: Sum): string | undefined =>
  lack === 'answer' && cost === null ? LACK_WORDS.answer : undefined;

const plus = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);
