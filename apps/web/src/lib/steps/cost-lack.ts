// Why model calls have no cost: usage that was not reported is different from a model without a price. Pure.
import { isTask } from '@subtext/reasoning';
import { NO_PRICE } from '../figures/format.ts';
import type { SpanRow } from '../skeleton/skeleton.ts';

/**
 * The missing input for the cost of one call: its response, all of its usage, a part of the usage, only a price, or the
 * text lengths that split the cost over steps. For several calls, `any` if the reasons differ.
 */
export type CostLack = 'answer' | 'usage' | 'part' | 'price' | 'lengths' | 'any';

export const NO_USAGE = 'usage not reported';
export const PART_OF_USAGE = 'only a part of the usage was reported';

export const LACK_WORDS: Readonly<Record<CostLack, string>> = {
  answer: 'not known',
  usage: NO_USAGE,
  part: PART_OF_USAGE,
  price: NO_PRICE,
  lengths: 'apportioned by lengths of texts that are not shown',
  any: 'no price, or no usage reported',
};

interface UsageFields extends Record<'inputTokens' | 'outputTokens', unknown> {
  kind?: string;
}

/** The missing part of the usage; the model may still have a price. undefined when only the price is missing. */
export function usageLack({ inputTokens, outputTokens, kind }: UsageFields) {
  // Images, seconds and searches are usage, too.
  if (kind !== undefined && kind !== 'embedding' && isTask(kind)) return undefined;
  if (inputTokens === null && outputTokens === null) return NO_USAGE;
  return inputTokens === null || outputTokens === null ? PART_OF_USAGE : undefined;
}

/** A model call that has started and reported nothing else. */
export const isUnanswered = ({ duration, status, inputTokens, outputTokens }: SpanRow): boolean =>
  duration === null && status === 'unset' && inputTokens === null && outputTokens === null;

/** null when it has a cost, or when another span reports its cost. */
export function costLackOf(generation: SpanRow): CostLack | null {
  if (generation.cost !== null || generation.inRun) return null;
  if (generation.partial || isUnanswered(generation)) return 'answer';
  const lack = usageLack(generation);
  return lack === undefined ? 'price' : lack === NO_USAGE ? 'usage' : 'part';
}

export function joinLacks(one: CostLack | null, other: CostLack | null): CostLack | null {
  if (one === null || other === null || one === other) return one ?? other;
  const both = [one, other];
  // Usage that some calls report and others do not is reported in part. What a running call will report is unknown.
  if (both.includes('part') && both.includes('usage')) return 'part';
  return both.includes('answer') ? both.find((lack) => lack !== 'answer')! : 'any';
}
