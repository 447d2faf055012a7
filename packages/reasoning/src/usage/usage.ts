/**
 * Tokens of one response in inclusive form (`input` ⊇ cached, `output` ⊇ reasoning), for any meaning of the provider's
 * own sums. undefined = the provider did not report it; 0 = it reported none. Rules per provider: docs/providers.md.
 */
export interface Usage {
  input?: number;
  /** Subset of `input`. */
  cacheRead?: number;
  /** Subset of `input`. */
  cacheWrite?: number;
  /** Subset of `cacheWrite`: 1-hour cache writes, which cost more than the usual 5-minute ones. */
  cacheWriteHour?: number;
  output?: number;
  /** Set when the output is not the provider's figure for this response: `apportioned` over several responses. */
  outputSource?: 'derived' | 'apportioned';
  /** Subset of `output`. */
  reasoning?: number;
  /** Never `estimated`: an estimate is not usage. */
  reasoningSource?: 'reported' | 'derived' | 'apportioned';
  /** Subset of `input`: audio, and images; of `output` likewise. Reported only by models with several rates. */
  audioInput?: number;
  imageInput?: number;
  audioOutput?: number;
  imageOutput?: number;
  /** Set for answers of a batch, which cost less. */
  tier?: 'batch';
  /** US dollars, when the response itself reports its price. */
  providerCostUsd?: number;
}

/**
 * The thinking tokens that count: odd or hostile data reports more than the output, of which they are a part. Every sum
 * and price uses this.
 */
export const countedThinking = (reasoning: number, output: number | null | undefined): number =>
  Math.min(reasoning, output ?? reasoning);

type Writes = { [name in 'cacheWrite' | 'cacheWriteHour']?: number | undefined };

/** The 1-hour cache writes that count: never more than all writes. undefined = not reported. */
export const countedHour = ({ cacheWrite, cacheWriteHour }: Writes): number | undefined =>
  cacheWrite === undefined || cacheWriteHour === undefined ? undefined : Math.min(cacheWriteHour, cacheWrite);

/**
 * `reported`: the provider's own figure. `derived`: exact subtraction of its other figures. `apportioned`: a reported
 * figure split over several thoughts. `estimated`: computed from text, because the provider reported none. Absent:
 * unknown.
 */
export const REASONING_TOKEN_SOURCES = ['reported', 'derived', 'apportioned', 'estimated'] as const;
export type ReasoningTokenSource = (typeof REASONING_TOKEN_SOURCES)[number];

/** Tokens of a response's thinking by readability. The three add up to the given total. */
export interface ReasoningSplit {
  readable: number;
  summary: number;
  noText: number;
}
