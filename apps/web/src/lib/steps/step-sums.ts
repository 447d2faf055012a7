/** Sums over steps that never take unknown for zero. Used for ∑ of nested steps and for "as of step 7". */
import type { Paid } from './allocate.ts';
import { joinLacks, LACK_WORDS, type CostLack } from './cost-lack.ts';

export interface Sum {
  /** null = of nothing in it a cost is known. */
  cost: number | null;
  reasoningTokens: number | null;
  reasoningCost: number | null;
  hiddenCost: number | null;
  approximate: boolean;
  /** Something in it was paid, and nobody knows how much: what is known is so much at least. Else null. */
  lack: CostLack | null;
  /** What something in it cost is told by the run of an agent above. */
  inRun: boolean;
  /** Of something in it nobody told how much it thought: what is known of thinking is so much at least. */
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

/** What to say of what nobody told, where all that was paid is still being answered; undefined where something of it has ended. */
export const notYetIn = ({ lack, cost }: Sum): string | undefined =>
  lack === 'answer' && cost === null ? LACK_WORDS.answer : undefined;

const plus = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);
