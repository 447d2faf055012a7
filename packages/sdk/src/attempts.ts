/**
 * Retries of one logical call: clients send the same request again after 429, 5xx, a lost connection or a timeout. Some number it in
 * `x-stainless-retry-count`; with the others, who sends the same bytes again so soon repeats what failed. A failed attempt waits here for
 * the one that repeats it; what nobody repeats is the call's result.
 */
import type { Exchange } from './exchange.ts';

/** Longest pause of the clients without a `retry-after` header, and the slack for their jitter and a busy machine. */
const DEFAULT_PAUSE_MS = 8_000;
const MAX_PAUSE_MS = 60_000;
const SLACK_MS = 5_000;
const MAX_HELD = 1_000;

export class Attempts {
  readonly #held = new Map<Exchange, number>();
  /** Their number is ours: how often they were seen to fail. */
  readonly #unnumbered = new WeakSet<Exchange>();

  /** Gives a repeated request the attempts that failed before it. Its body must be readable by now. `open`: those under way. */
  claim(exchange: Exchange, open: Set<Exchange>): void {
    if (exchange.attempt === undefined) this.#unnumbered.add(exchange);
    else if (exchange.attempt === 0) return;
    const failed = this.#repeatedBy(exchange, this.#held.keys()) ?? this.#repeatedBy(exchange, open);
    if (!failed) return;
    this.#held.delete(failed);
    // Some clients repeat a request without a look at the body that says why it failed: that body will not end.
    if (open.delete(failed)) Object.assign(failed, { outcome: 'cut', endedAt: failed.answeredAt });
    exchange.attempt ??= (failed.attempt ?? 0) + 1;
    exchange.earlier = [...failed.earlier, failed];
    failed.earlier = [];
  }

  /** Keeps an attempt that the client may repeat; false when this one is final. */
  hold(exchange: Exchange, time: number): boolean {
    if (!mayBeRepeated(exchange) || this.#held.size >= MAX_HELD) return false;
    const asked = exchange.retryAfterMs;
    const pause = asked !== undefined && asked <= MAX_PAUSE_MS ? asked : DEFAULT_PAUSE_MS;
    this.#held.set(exchange, time + pause + SLACK_MS);
    return true;
  }

  #repeatedBy(exchange: Exchange, candidates: Iterable<Exchange>): Exchange | undefined {
    for (const failed of candidates) if (this.#repeats(exchange, failed)) return failed;
    return undefined;
  }

  #repeats(exchange: Exchange, failed: Exchange): boolean {
    if (failed === exchange || !mayBeRepeated(failed)) return false;
    // Whoever sent this before the other had failed was not repeating it.
    if ((failed.answeredAt ?? failed.endedAt ?? Infinity) > exchange.startedAt) return false;
    if (failed.url !== exchange.url || failed.requestBody !== exchange.requestBody) return false;
    const isUnnumbered = this.#unnumbered.has(exchange);
    if (isUnnumbered || this.#unnumbered.has(failed)) return isUnnumbered && this.#unnumbered.has(failed);
    return failed.attempt === (exchange.attempt ?? 0) - 1;
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
