/** One request on its way to the receiver: tried again with growing pauses until it is accepted or given up. Used by span-queue.ts. */
import { unreferenced } from './platform/platform.ts';

/** Sends once. Rejects with the reason, a `RefusedError` when the receiver has answered. */
export type Send = (signal: AbortSignal) => Promise<void>;

/** The receiver answered with an error. */
export class RefusedError extends Error {
  /** The HTTP status. */
  readonly code: number;
  /** Milliseconds, as the receiver asked for. */
  readonly retryAfter: number | undefined;

  constructor(status: number, text: string, retryAfter?: string | null) {
    super(`HTTP ${status} ${text.slice(0, 200)}`.trim());
    this.code = status;
    this.retryAfter = pauseOf(retryAfter);
  }
}

/** Between attempts. A receiver that restarts is back within these pauses. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** Between attempts while a caller waits, for a busy receiver that sent no Retry-After. */
const SHORT_PAUSE_MS = 500;
/** A receiver that wants more rest than this is asked again before. */
const LONGEST_PAUSE_MS = 60_000;

/** `given up`: the receiver refused it for good, or was away for too long. */
export type DeliveryEnd = 'accepted' | 'given up' | 'stopped';

export class Delivery {
  /** Why the last attempt failed. */
  failure: Error | undefined;
  readonly #send: Send;
  readonly #timeout: number;
  #attempt: AbortController | undefined;
  #isStopped = false;
  /** Unix milliseconds until which a caller waits for it. */
  #deadline = 0;
  #wake: (() => void) | undefined;
  #hasEnded = false;
  readonly #waiting: (() => void)[] = [];

  /** `timeout`: of one attempt, in milliseconds. */
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

  /** Tries now, and again before the deadline when that makes sense. Resolves when there is nothing to wait for, at the latest after a failed attempt. */
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

  /** With a timer, since `AbortSignal.timeout` and `AbortSignal.any` are not in every edge runtime. */
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
      if (!this.#isStopped) this.failure = isTimedOut ? new Error(silence(this.#timeout)) : errorOf(error);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Rests before the deadline; false when that does not leave time for another attempt. */
  async #hasShortPause(): Promise<boolean> {
    const pause = isBusy(statusOf(this.failure)) ? (retryAfter(this.failure) ?? SHORT_PAUSE_MS) : Infinity;
    if (this.#isStopped || Date.now() + pause >= this.#deadline) return false;
    await this.#rest(pause);
    return !this.#isStopped;
  }

  /** Keeps no process alive. */
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
function pauseOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function silence(timeout: number): string {
  return `no answer within ${timeout / 1_000} s`;
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function retryAfter(error: Error | undefined): number | undefined {
  return error instanceof RefusedError ? error.retryAfter : undefined;
}

/** The HTTP status. */
export function statusOf(failure: object | undefined): number | undefined {
  return failure && 'code' in failure && typeof failure.code === 'number' ? failure.code : undefined;
}

/** Ingest answers so while its database is away, and while too much comes at once. */
export function isBusy(status: number | undefined): boolean {
  return status !== undefined && (status === 429 || status >= 500);
}

/** It may be accepted when it is sent again. */
export function isPassing(failure: Error | undefined): boolean {
  const status = statusOf(failure);
  return status === undefined || isBusy(status);
}
