/** Writes the answer to a request into its exchange, and decides how the exchange ended. */
import { countChunk, keepChunk, keepText, type Exchange, type Outcome, type Recording } from '../exchange/exchange.ts';
import { taskAt } from '../exchange/task-form.ts';
import { now } from '../platform/clock.ts';
import { memoized } from '../platform/memoized.ts';
import { reportFailure } from '../platform/report.ts';
import type { BodyEnd, Tap } from './body-watch.ts';
import { lastLineWatch } from './last-line.ts';

/** One object, because closures for each call would use most of the memory of a short one. */
export class ExchangeTap implements Tap {
  readonly #exchange: Exchange;
  readonly #recording: Recording;
  /** The size of the body is of interest, and not its content. */
  readonly #isCounted: boolean;
  readonly #isLast: ReturnType<typeof lastLineWatch>;

  constructor(exchange: Exchange, recording: Recording) {
    this.#exchange = exchange;
    this.#recording = recording;
    this.#isCounted = isOtherContent(exchange.contentType ?? '');
    this.#isLast = lastLineWatch(exchange.contentType);
  }

  keep(chunk: Uint8Array): void {
    this.#take(chunk, 'keep');
  }

  keepReference(chunk: Uint8Array): void {
    this.#take(chunk, 'keepReference');
  }

  finish(bodyEnd: BodyEnd): void {
    const exchange = this.#exchange;
    if (exchange.outcome !== undefined) return;
    try {
      if (bodyEnd.text !== undefined && !this.#isCounted) keepText(exchange, bodyEnd.text);
      endExchange(exchange, this.#recording, outcomeOf(exchange, bodyEnd));
    } catch (error) {
      reportFailure('end an exchange', error);
    }
  }

  #take(chunk: Uint8Array, how: 'keep' | 'keepReference'): void {
    if (this.#exchange.outcome !== undefined) return;
    try {
      if (this.#isCounted) return countChunk(this.#exchange, chunk);
      keepChunk(this.#exchange, chunk, how);
      if (this.#isLast?.(chunk)) endExchange(this.#exchange, this.#recording, COMPLETE);
    } catch (error) {
      reportFailure('keep a chunk', error);
    }
  }
}

/** Never a chat's answer: speech, images, error pages of proxies. */
const OTHER_CONTENT = /^(?:audio|image|video|font)\/|html|\b(?:zip|pdf)\b/i;
const isOtherContent = memoized((contentType) => OTHER_CONTENT.test(contentType));

/** Notes that the headers of the answer arrived. Returns whether its body may be that of a model. */
export function noteAnswer(exchange: Exchange, status: number, header: (name: string) => string | undefined): boolean {
  exchange.status = status;
  exchange.answeredAt = now();
  exchange.contentType = header('content-type');
  if (exchange.url.endsWith('/invoke')) exchange.inputTokens = countIn(header);
  if (status < 200 || status > 299) {
    exchange.retryAfterMs = retryAfter(header);
    exchange.shouldRetry = header('x-should-retry');
  }
  return !isOtherContent(exchange.contentType ?? '') || isSpeech(exchange);
}

/** Speech is counted, and not kept. */
function isSpeech({ url, contentType }: Exchange): boolean {
  return /^audio\//.test(contentType ?? '') && taskAt(url)?.task === 'speech';
}

function countIn(header: (name: string) => string | undefined): number | undefined {
  const count = Number(header('x-amzn-bedrock-input-token-count') ?? NaN);
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}

function retryAfter(header: (name: string) => string | undefined): number | undefined {
  const milliseconds = Number.parseFloat(header('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds;
  const seconds = Number.parseFloat(header('retry-after') ?? '');
  return seconds >= 0 ? seconds * 1000 : undefined;
}

interface Ended {
  outcome: Outcome;
  error?: unknown;
}

export const COMPLETE: Ended = { outcome: 'complete' };
export const CUT: Ended = { outcome: 'cut' };

export function endExchange(exchange: Exchange, recording: Recording, { outcome, error }: Ended): void {
  if (exchange.outcome !== undefined) return;
  exchange.endedAt = now();
  exchange.outcome = outcome;
  exchange.error = error;
  recording.ended(exchange);
}

function outcomeOf(exchange: Exchange, end: BodyEnd): Ended {
  switch (end.how) {
    case 'complete':
      return COMPLETE;
    case 'cancelled':
      return { outcome: 'abort' };
    case 'abandoned':
      return CUT;
    case 'failed':
      return failureOf(exchange, end.error);
  }
}

/** `CanceledError`: axios. */
const ABORTED = new Set(['AbortError', 'CanceledError']);

/** Clients abort in the same way for a user and for a timeout; the timeout they announce distinguishes the two. */
export function failureOf(exchange: Exchange, error: unknown): Ended {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'TimeoutError' || /timed? ?out/i.test(causeText(error))) return { outcome: 'timeout', error };
  if (!ABORTED.has(name)) return { outcome: 'error', error };
  return { outcome: reachedTimeout(exchange) ? 'timeout' : 'abort', error };
}

/**
 * The announced timeout is rounded down to seconds. It applies until the answer starts: a stream that has begun
 * continues.
 */
function reachedTimeout(exchange: Exchange): boolean {
  const { timeoutSeconds: limit, status, contentType, startedAt } = exchange;
  if (limit === undefined || (status !== undefined && /event-?stream/.test(contentType ?? ''))) return false;
  return now() - startedAt >= limit * 1000 - 10;
}

function causeText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `${String(error)} ${cause instanceof Error ? `${cause.name} ${cause.message}` : ''}`;
}
