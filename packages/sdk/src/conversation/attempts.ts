/**
 * Joins the retries of one logical call. Clients send the same request again after 429, 5xx, a lost connection or a
 * timeout. Some number the attempts in `x-stainless-retry-count`; for the others, the same bytes soon after a failure
 * are a retry. A failed attempt waits here for its retry; without one it is the call's result.
 */
import type { Exchange } from '../exchange/exchange.ts';

/**
 * The longest pause of the clients when there is no `retry-after` header. SLACK_MS allows for their jitter and a busy
 * machine.
 */
const DEFAULT_PAUSE_MS = 8_000;
const MAX_PAUSE_MS = 60_000;
const SLACK_MS = 5_000;
const MAX_WAITING = 1_000;

export class Attempts {
  readonly #waiting = new Map<Exchange, number>();
  /** Exchanges without a number of their own. This class counts their attempts. */
  readonly #unnumbered = new WeakSet<Exchange>();

  /**
   * Attaches the attempts that failed before to a retry. The request's body must be readable by now. `open`: the
   * exchanges in progress.
   */
  claim(exchange: Exchange, open: Set<Exchange>): void {
    if (exchange.attempt === undefined) this.#unnumbered.add(exchange);
    else if (exchange.attempt === 0) return;
    const failed = this.#repeatedBy(exchange, this.#waiting.keys()) ?? this.#repeatedBy(exchange, open);
    if (!failed) return;
    this.#waiting.delete(failed);
    // Some clients retry without reading the body of the error: that body never ends.
    if (open.delete(failed)) Object.assign(failed, { outcome: 'cut', endedAt: failed.answeredAt });
    exchange.attempt ??= (failed.attempt ?? 0) + 1;
    exchange.earlier = [...failed.earlier, failed];
    failed.earlier = [];
  }

  /** Keeps an attempt that the client may retry. Returns false when the attempt is final. */
  hold(exchange: Exchange, time: number): boolean {
    if (!mayBeRepeated(exchange) || this.#waiting.size >= MAX_WAITING) return false;
    const requestedPause = exchange.retryAfterMs;
    const pause = requestedPause !== undefined && requestedPause <= MAX_PAUSE_MS ? requestedPause : DEFAULT_PAUSE_MS;
    this.#waiting.set(exchange, time + pause + SLACK_MS);
    return true;
  }

  #repeatedBy(exchange: Exchange, candidates: Iterable<Exchange>): Exchange | undefined {
    for (const failed of candidates) if (this.#repeats(exchange, failed)) return failed;
    return undefined;
  }

  #repeats(exchange: Exchange, failed: Exchange): boolean {
    if (failed === exchange || !mayBeRepeated(failed)) return false;
    // A request that was sent before the other one failed cannot be its retry.
    if ((failed.answeredAt ?? failed.endedAt ?? Infinity) > exchange.startedAt) return false;
    if (failed.url !== exchange.url || failed.requestBody !== exchange.requestBody) return false;
    const isUnnumbered = this.#unnumbered.has(exchange);
    if (isUnnumbered || this.#unnumbered.has(failed)) return isUnnumbered && this.#unnumbered.has(failed);
    return failed.attempt === (exchange.attempt ?? 0) - 1;
  }

  /** The attempts that were not retried in time; all of them when `time` is Infinity. */
  expired(time: number): Exchange[] {
    const expired = [...this.#waiting].filter(([, until]) => until <= time).map(([exchange]) => exchange);
    for (const exchange of expired) this.#waiting.delete(exchange);
    return expired;
  }

  get size(): number {
    return this.#waiting.size;
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
