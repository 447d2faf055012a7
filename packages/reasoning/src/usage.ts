/**
 * Tokens of one response, in inclusive form (`input` ⊇ cached, `output` ⊇ reasoning), whatever the provider's own sums mean.
 * undefined = the provider did not say; 0 = it said none. Rules per provider: docs/providers.md.
 */
export interface Usage {
  input?: number;
  /** Subset of `input`. */
  cacheRead?: number;
  /** Subset of `input`. */
  cacheWrite?: number;
  /** Subset of `cacheWrite`: what stays in the cache for an hour, which costs more than the usual five minutes. */
  cacheWriteHour?: number;
  output?: number;
  /** Subset of `output`. */
  reasoning?: number;
  /** An estimate is no usage: it never stands here. */
  reasoningSource?: 'reported' | 'derived';
  /** US dollars, when the response itself names its price. */
  providerCostUsd?: number;
}

/** What of the thinking counts: hostile or odd data names more than the output, of which it is a part. Every sum and every price takes it so. */
export const countedThinking = (reasoning: number, output: number | null | undefined): number =>
  Math.min(reasoning, output ?? reasoning);

type Writes = { [name in 'cacheWrite' | 'cacheWriteHour']?: number | undefined };

/** What of the writes counts as kept for an hour: never more than was written. undefined = not said. */
export const countedHour = ({ cacheWrite, cacheWriteHour }: Writes): number | undefined =>
  cacheWrite === undefined || cacheWriteHour === undefined ? undefined : Math.min(cacheWriteHour, cacheWrite);

/**
 * `reported`: the provider's own figure. `derived`: exact subtraction of its other figures. `apportioned`: a reported figure split over several
 * thoughts. `estimated`: made from text, because the provider reported none. Absent: unknown.
 */
export const REASONING_TOKEN_SOURCES = ['reported', 'derived', 'apportioned', 'estimated'] as const;
export type ReasoningTokenSource = (typeof REASONING_TOKEN_SOURCES)[number];
