/**
 * Retries of one logical call: clients send the same request again after 429, 5xx, a lost connection or a timeout, and number it in
 * `x-stainless-retry-count`. A failed attempt waits here for the one that repeats it; what nobody repeats is the call's result.
 */
import type { Exchange } from './exchange.ts';

/** Longest pause of the clients without a `retry-after` header, and the slack for their jitter and a busy machine. */
const DEFAULT_PAUSE_MS = 8_000;
const MAX_PAUSE_MS = 60_000;
const SLACK_MS = 5_000;
const MAX_HELD = 1_000;

export class Attempts {
  readonly #held = new Map<Exchange, number>();

  /** Gives a repeated request the attempts that failed before it. */
  claim(exchange: Exchange): void {
    if (!exchange.attempt) return;
    for (const failed of this.#held.keys()) {
      if (failed.attempt !== exchange.attempt - 1 || failed.url !== exchange.url) continue;
      if (failed.requestBody !== exchange.requestBody) continue;
      this.#held.delete(failed);
      exchange.earlier = [...failed.earlier, failed];
      failed.earlier = [];
      return;
    }
  }

  /** Keeps an attempt that the client may repeat; false when this one is final. */
  hold(exchange: Exchange, time: number): boolean {
    if (exchange.attempt === undefined || !mayBeRepeated(exchange) || this.#held.size >= MAX_HELD) return false;
    const asked = exchange.retryAfterMs;
    const pause = asked !== undefined && asked <= MAX_PAUSE_MS ? asked : DEFAULT_PAUSE_MS;
    this.#held.set(exchange, time + pause + SLACK_MS);
    return true;
  }

  /** Those that nobody repeated in time; all of them when `time` is Infinity. */
  expired(time: number): Exchange[] {
    const expired = [...this.#held].filter(([, until]) => until <= time).map(([exchange]) => exchange);
    for (const exchange of expired) this.#held.delete(exchange);
    return expired;
  }

  get size(): number {
    return this.#held.size;
  }
}

function mayBeRepeated(exchange: Exchange): boolean {
  const { status, outcome, shouldRetry } = exchange;
  if (status !== undefined && status >= 400) {
    if (shouldRetry !== undefined) return shouldRetry === 'true';
    return status === 408 || status === 409 || status === 429 || status >= 500;
  }
  return outcome === 'timeout' || (outcome === 'error' && status === undefined);
}
