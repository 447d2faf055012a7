/** What a request costs: its upper bound before it is sent, and what its answer was charged. Nano-dollars. */
import { ownPrice, type ProjectPrice } from '@subtext/db';
import { findPrice } from '@subtext/prices';
import { costOf, type Rates, type Usage } from '@subtext/reasoning';

export interface PricedModel {
  /** As on spans, or as in REPLAY_TARGETS. */
  provider: string | undefined;
  model: string;
  at: Date;
  /** Selects the tier of models that cost more for long prompts. */
  inputTokens: number;
}

/** The project's own price, else the list's; null when there is none for exactly this model. */
export function ratesOf(asked: PricedModel, own: readonly ProjectPrice[]): Rates | null {
  const { provider, model, at } = asked;
  const names = provider === undefined ? [undefined] : [provider, SPAN_NAMES[provider] ?? provider];
  for (const name of names) {
    const found = ownPrice(own, { provider: name, model, at }) ?? findPrice({ ...asked, provider: name });
    if (found) return found;
  }
  return null;
}

/** Names of REPLAY_TARGETS that spans spell differently. */
const SPAN_NAMES: Readonly<Record<string, string>> = {
  xai: 'x_ai',
  kimi: 'moonshot_ai',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

/** What providers add to the messages: the prompt that explains tools. */
const TOKENS_ADDED = 2_000;
const TOKENS_OF_A_RATE = 1_000_000;

export interface RequestSize {
  /** Of the body. A token is at least one byte, so the input never has more tokens. */
  bytes: number;
  maxOutputTokens: number;
}

/** Never below what the request is charged, whatever of it is cached, and however the output divides. */
export function upperBound({ bytes, maxOutputTokens }: RequestSize, rates: Rates): bigint {
  const input = Math.max(rates.inputRate, rates.cacheWriteRate ?? 0, rates.cacheWriteHourRate ?? 0);
  const output = Math.max(rates.outputRate, rates.reasoningRate ?? 0);
  const perMillion = BigInt(bytes + TOKENS_ADDED) * BigInt(input) + BigInt(maxOutputTokens) * BigInt(output);
  return (perMillion + BigInt(TOKENS_OF_A_RATE - 1)) / BigInt(TOKENS_OF_A_RATE);
}

/** null: the answer does not report its tokens. */
export function chargeOf(usage: Usage | undefined, rates: Rates): bigint | null {
  const cost = usage && costOf(usage, rates);
  return cost ? BigInt(cost.total) : null;
}
