/**
 * Delivers one request to the receiver: retries with growing pauses until it is accepted or given up. Used by
 * span-queue.ts.
 */
import { unreferenced } from '../../platform/platform.ts';

/** Sends once. Rejects with the reason; a `RefusedError` when the receiver answered with an error. */
export type Send = (signal: AbortSignal) => Promise<void>;

/** The receiver answered with an error. */
export class RefusedError extends Error {
  /** The HTTP status. */
  readonly code: number;
  /** The pause in milliseconds that the receiver requested. */
  readonly retryAfter: number | undefined;

  constructor(status: number, text: string, retryAfter?: string | null) {
    super(`HTTP ${status} ${text.slice(0, 200)}`.trim());
    this.code = status;
    this.retryAfter = retryAfterMillis(retryAfter);
  }
}

/** Pauses between attempts. A receiver that restarts is back within them. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** The pause while a caller waits for a busy receiver that sent no Retry-After. */
const SHORT_PAUSE_MS = 500;
/** The longest pause, even when the receiver requests more. */
const LONGEST_PAUSE_MS = 60_000;

/** `given up`: the receiver refused the request permanently, or was unreachable for too long. */
export type DeliveryEnd = 'accepted' | 'given up' | 'stopped';

export class Delivery {
  /** Why the last attempt failed. */
  failure: Error | undefined;
  readonly #send: Send;
  readonly #timeout: number;
  #attempt: AbortController | undefined;
  #isStopped = false;
  /** Unix milliseconds: a caller waits until then. */
  #deadline = 0;
  #wake: (() => void) | undefined;
  #hasEnded = false;
  readonly #waiting: (() => void)[] = [];

  /** `timeout`: milliseconds for one attempt. */
  constructor(send: Send, timeout: number) {
    this.#send = send;
    this.#timeout = timeout;
  }

  /** `failed` is called after each attempt that failed. */
  async run(failed: () => void): Promise<DeliveryEnd> {
    const isAccepted = await this.#tryUntilAccepted(failed);
    this.#hasEnded = true;
    this.#release();
    if (isAccepted) return 'accepted';
    return this.#isStopped ? 'stopped' : 'given up';
  }

  /**
   * Sends now, and again before the deadline when there is time. Resolves when there is nothing more to wait for, at
   * the latest after a failed attempt.
   */
  hurry(deadline: number): Promise<void> {
    this.#deadline = Math.max(deadline, this.#deadline);
    this.#wake?.();
    return this.#hasEnded ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Aborts the current attempt. */
  stop(): void {
    this.#isStopped = true;
    this.#attempt?.abort();
    this.#wake?.();
  }

  async #tryUntilAccepted(failed: () => void): Promise<boolean> {
    for (const pause of [...RETRY_PAUSES_MS, undefined]) {
      if (await this.#isAccepted()) return true;
      if (this.#isStopped) return false;
      failed();
      while (await this.#hasShortPause()) if (await this.#isAccepted()) return true;
      if (pause === undefined || !isPassing(this.failure)) return false;
      this.#release();
      await this.#rest(Math.max(pause, Math.min(retryAfter(this.failure) ?? 0, LONGEST_PAUSE_MS)));
      if (this.#isStopped) return false;
    }
    return false;
  }

  /** Uses a timer, since not every edge runtime has `AbortSignal.timeout` and `AbortSignal.any`. */
  async #isAccepted(): Promise<boolean> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      attempt.abort();
    }, this.#timeout);
    unreferenced(timer);
    try {
      await this.#send(attempt.signal);
      return true;
    } catch (error) {
      if (!this.#isStopped) this.failure = isTimedOut ? new Error(timeoutMessage(this.#timeout)) : toError(error);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Pauses before the deadline; returns false when there is no time for another attempt. */
  async #hasShortPause(): Promise<boolean> {
    const pause = isBusy(httpStatus(this.failure)) ? (retryAfter(this.failure) ?? SHORT_PAUSE_MS) : Infinity;
    if (this.#isStopped || Date.now() + pause >= this.#deadline) return false;
    await this.#rest(pause);
    return !this.#isStopped;
  }

  /** The timer does not keep the process alive. */
  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = unreferenced(setTimeout(resolve, milliseconds));
      this.#wake = () => (clearTimeout(timer), resolve());
    });
  }

  #release(): void {
    this.#deadline = 0;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** `Retry-After` in seconds or as a date. */
function retryAfterMillis(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function timeoutMessage(timeout: number): string {
  return `no answer within ${timeout / 1_000} s`;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function retryAfter(error: Error | undefined): number | undefined {
  return error instanceof RefusedError ? error.retryAfter : undefined;
}

/** The HTTP status. */
export function httpStatus(failure: object | undefined): number | undefined {
  return failure && 'code' in failure && typeof failure.code === 'number' ? failure.code : undefined;
}

/** Ingest answers with these while its database is unavailable, and while it is overloaded. */
export function isBusy(status: number | undefined): boolean {
  return status !== undefined && (status === 429 || status >= 500);
}

/** True when another attempt may succeed. */
export function isPassing(failure: Error | undefined): boolean {
  const status = httpStatus(failure);
  return status === undefined || isBusy(status);
}
