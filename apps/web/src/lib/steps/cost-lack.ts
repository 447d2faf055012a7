// Why a model call, or several, have no cost: that nobody told the usage is another matter than that a model has no price. Pure.
import { NO_PRICE } from '../format.ts';
import type { SpanRow } from '../skeleton.ts';

/**
 * What is missing of one call: its answer, all of its usage, a part of that, only a price, or the lengths that its cost is shared out by over its
 * steps. Of several, `any` where these differ.
 */
export type CostLack = 'answer' | 'usage' | 'part' | 'price' | 'lengths' | 'any';

export const NO_USAGE = 'usage not reported';
export const PART_OF_USAGE = 'only a part of the usage was reported';

export const LACK_WORDS: Readonly<Record<CostLack, string>> = {
  answer: 'not known yet',
  usage: NO_USAGE,
  part: PART_OF_USAGE,
  price: NO_PRICE,
  lengths: 'shared out by lengths of texts that are not shown',
  any: 'no price, or no usage reported',
};

/** What is missing of a model call before a price could be: the model may well have one. Undefined where only the price is missing. */
export function usageLack({ inputTokens, outputTokens }: Record<'inputTokens' | 'outputTokens', unknown>) {
  if (inputTokens === null && outputTokens === null) return NO_USAGE;
  return inputTokens === null || outputTokens === null ? PART_OF_USAGE : undefined;
}

/** A model call that has begun, and of which nothing else was heard. */
export const isUnanswered = ({ duration, status, inputTokens, outputTokens }: SpanRow): boolean =>
  duration === null && status === 'unset' && inputTokens === null && outputTokens === null;

/** null where it has a cost, or another span tells it. */
export function costLackOf(generation: SpanRow): CostLack | null {
  if (generation.cost !== null || generation.inRun) return null;
  if (generation.partial || isUnanswered(generation)) return 'answer';
  const lack = usageLack(generation);
  return lack === undefined ? 'price' : lack === NO_USAGE ? 'usage' : 'part';
}

export function joinLacks(one: CostLack | null, other: CostLack | null): CostLack | null {
  if (one === null || other === null || one === other) return one ?? other;
  const both = [one, other];
  // What some told, some not, was told in part. Of a call that is still running nobody knows what it will tell.
  if (both.includes('part') && both.includes('usage')) return 'part';
  return both.includes('answer') ? both.find((lack) => lack !== 'answer')! : 'any';
}
