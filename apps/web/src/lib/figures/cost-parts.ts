// The parts of a cost, and whether the cost has a value. Pure.
import { atLeastWords, money, NO_PRICE, NOT_APPLICABLE, shareOf } from './format.ts';
import { NO_USAGE, PART_OF_USAGE } from '../steps/cost-lack.ts';
import { usageSources, type SourceCounts } from './usage-sources.ts';

/** In the order of every bar and legend. */
export const COST_PARTS = [
  { key: 'input', label: 'input' },
  { key: 'answer', label: 'answer' },
  { key: 'readable', label: 'readable' },
  // Thinking of runs whose calls report nothing: whether it has text is unknown, so it does not count as hidden.
  { key: 'untold', label: 'text unknown' },
  { key: 'summary', label: 'summary only' },
  { key: 'noText', label: 'no text' },
] as const;
export type CostPart = (typeof COST_PARTS)[number]['key'];
/** Nano-dollars (or tokens) by part. */
export type CostParts = Readonly<Record<CostPart, bigint>>;

export const totalOf = (parts: CostParts): bigint => COST_PARTS.reduce((sum, { key }) => sum + parts[key], 0n);
export const thinkingOf = (parts: CostParts): bigint => parts.readable + parts.untold + parts.summary + parts.noText;
export const hiddenOf = (parts: CostParts): bigint => parts.summary + parts.noText;

/** Hidden thinking; null when no model call reports its thinking, which is not the same as 0. */
export const reportedHidden = (of: ToldCosts): bigint | null =>
  hiddenOf(of.costs) || (of.generationsReporting === 0 && usageSources(of) > 0 ? null : 0n);

/** A part of the thinking; null when no thinking is reported, which is not the same as 0. */
export const reportedPart = (part: bigint, { costs, generationsReporting }: ToldCosts): bigint | null =>
  generationsReporting === 0 && thinkingOf(costs) === 0n ? null : part;

/** Hidden thinking as a share of the cost; undefined without a cost. */
export function reportedShare(of: ToldCosts): number | null | undefined {
  const hidden = reportedHidden(of);
  return hidden === null ? null : shareOf(hidden, totalOf(of.costs));
}

interface ToldCosts extends SourceCounts {
  costs: CostParts;
  generationsReporting: number;
}

/** Sums over some model calls. */
export interface CountedCosts {
  costs: CostParts;
  generationsUnpriced: number;
  inputTokens: bigint;
  outputTokens: bigint;
}

/**
 * A cost of 0 is an `amount` only if tokens were counted and have a price of 0. Otherwise it is missing: `unpriced` (no
 * price), `unreported` (no tokens), or `partly` (only input or only output tokens, which cannot be priced). It is
 * `nothing` if there was no model call, or if every call failed before tokens were counted.
 */
export function costStateOf({ costs, generationsUnpriced, inputTokens, outputTokens }: CountedCosts) {
  if (totalOf(costs) > 0n) return 'amount';
  const sides = [inputTokens, outputTokens].filter((tokens) => tokens > 0n).length;
  if (generationsUnpriced > 0) return sides === 0 ? 'unreported' : sides === 1 ? 'partly' : 'unpriced';
  return sides > 0 ? 'amount' : 'nothing';
}

/** True if the cost is a lower bound, because a call in it has no cost. */
export const isAtLeast = (of: CountedCosts): boolean => of.generationsUnpriced > 0 && costStateOf(of) === 'amount';

const UNKNOWN_WORDS = {
  nothing: NOT_APPLICABLE,
  unpriced: NO_PRICE,
  unreported: NO_USAGE,
  partly: PART_OF_USAGE,
} as const;

/** The cost, or a part of it, as text. */
export const moneyWords = (nano: bigint, of: CountedCosts): string =>
  isAtLeast(of) ? atLeastWords(money(nano)) : money(nano);

/** The cost in one word, for places where no element fits. */
export function costWords(of: CountedCosts): string {
  const state = costStateOf(of);
  return state === 'amount' ? moneyWords(totalOf(of.costs), of) : UNKNOWN_WORDS[state];
}
