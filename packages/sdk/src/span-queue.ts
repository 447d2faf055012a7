/**
 * Spans that wait to be sent, and the requests they are sent in. OpenTelemetry's batch processor has the same job, but its timers and requests
 * keep a process alive for half a minute, and what it holds cannot be had at once when the process ends. Here nothing keeps a process alive,
 * memory never grows with a receiver that is away, and what is dropped is counted and reported.
 */
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { Delivery, isPassing, statusOf } from './delivery.ts';
import { bytesOf } from './fit.ts';
import { unreferenced } from './platform/platform.ts';
import { tell } from './report.ts';
import { adviceOn, type Undelivered } from './undelivered.ts';

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** Of the room for spans: as long as more wait, a span that has not ended is not sent, since its end will be. */
const MAX_FILLED_FOR_OPEN = 1 / 4;
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
/** Whoever watches an answer does not wait for the next batch; what streams at the same time goes together. */
const SOON_MS = 50;
/** Names, ids and times beside the attributes. */
const SPAN_OVERHEAD_BYTES = 500;
/** What others ask for by OpenTelemetry's own methods. */
const FLUSH_MS = 10_000;

/** A span that is kept as bytes (platform/direct-tracer.ts). */
export interface Written {
  written?: Uint8Array;
  /** It has not ended yet. */
  isOpen?: boolean;
}

type QueuedSpan = ReadableSpan & Written;

export interface Receiver {
  url: string;
  /** A request's body; undefined when there is nothing to send. */
  serialize(spans: readonly QueuedSpan[]): Uint8Array | undefined;
  /** Sends once. Rejects with the reason, a `RefusedError` when the receiver has answered. */
  post(body: Uint8Array, signal: AbortSignal): Promise<void>;
}

export interface QueueLimits {
  /** The most spans that may wait. */
  maxSpans: number;
  /** The most spans in one request. */
  maxBatch: number;
  /** Milliseconds before a request that is not full is sent. */
  delay: number;
  /** Milliseconds of one attempt. */
  timeout: number;
  /** Called with the number of spans that wait, whenever it changes. */
  waitingChanged?: ((spans: number) => void) | undefined;
}

/** For `platform/last-sender`. */
export interface HeldRequest {
  body: Uint8Array;
  /** undefined: it was accepted. */
  ended(failure: Error | undefined): void;
}

/** A request that was not accepted yet. */
interface Sending {
  spans: readonly QueuedSpan[];
  delivery: Delivery;
  /** Somebody else sends it. */
  isTaken?: boolean;
}

export class SpanQueue implements SpanProcessor {
  readonly #receiver: Receiver;
  readonly #limits: QueueLimits;
  #waiting: QueuedSpan[] = [];
  readonly #sending = new Set<Sending>();
  #inRequests = 0;
  #bytes = 0;
  #dropped = 0;
  #lastFailure: Error | undefined;
  #timer: { timer: ReturnType<typeof setTimeout>; due: number } | undefined;
  #isEnding = false;

  constructor(receiver: Receiver, limits: QueueLimits) {
    this.#receiver = receiver;
    this.#limits = limits;
  }

  /** Spans that are not accepted yet. */
  get size(): number {
    return this.#waiting.length + this.#inRequests;
  }

  get bytes(): number {
    return this.#bytes;
  }

  onStart(): void {}

  onEnd(span: QueuedSpan): void {
    if ((span.spanContext().traceFlags & 1) === 0) return;
    if (span.isOpen && this.size >= this.#limits.maxSpans * MAX_FILLED_FOR_OPEN) return;
    const bytes = spanBytes(span);
    if (this.size >= this.#limits.maxSpans || this.#bytes + bytes > MAX_QUEUED_BYTES) return this.#drop();
    this.#bytes += bytes;
    this.#waiting.push(span);
    this.#limits.waitingChanged?.(this.size);
    if (this.#waiting.length >= this.#limits.maxBatch) this.#sendNext();
    else this.#sendIn(span.isOpen ? SOON_MS : this.#limits.delay);
  }

  /** Tries to send all. Resolves when each request was accepted, or has failed and cannot be tried again before the deadline (Unix milliseconds). */
  async flush(deadline: number): Promise<void> {
    for (const spans of this.#takeBatches()) this.#start(spans);
    await Promise.all([...this.#sending].map(({ delivery }) => delivery.hurry(deadline)));
  }

  /** While the process is about to end, what cannot be sent is reported by whoever ends it. */
  expectEnd(isExpected: boolean): void {
    this.#isEnding = isExpected;
  }

  /** For OpenTelemetry's provider. */
  forceFlush(): Promise<void> {
    return this.flush(Date.now() + FLUSH_MS);
  }

  /** Aborts the current requests; their spans stay counted. */
  shutdown(): Promise<void> {
    clearTimeout(this.#timer?.timer);
    for (const { delivery } of this.#sending) delivery.stop();
    return Promise.resolve();
  }

  /** All that is left and was not taken before, as requests that somebody else sends: nothing is under way any more. */
  takeRequests(): HeldRequest[] {
    clearTimeout(this.#timer?.timer);
    for (const spans of this.#takeBatches()) this.#hold(spans);
    return [...this.#sending].flatMap((sending) => {
      if (sending.isTaken) return [];
      sending.isTaken = true;
      sending.delivery.stop();
      const body = this.#receiver.serialize(sending.spans);
      return body ? [{ body, ended: (failure) => this.#ended(sending, failure) }] : [];
    });
  }

  /** Spans that have not ended do not count: their end does. */
  undelivered(): Undelivered {
    const spans = [...this.#waiting, ...[...this.#sending].flatMap((sending) => sending.spans)];
    const failures = [...this.#sending].flatMap(({ delivery }) => delivery.failure ?? []);
    const failure = failures[0] ?? this.#lastFailure;
    return {
      spans: spans.filter(({ isOpen }) => !isOpen).length,
      dropped: this.#dropped,
      calls: 0,
      target: this.#receiver.url,
      reason: failure && plainReason(failure),
    };
  }

  #drop(): void {
    this.#dropped += 1;
    tell(
      'span dropped',
      () =>
        `Spans come faster than they can be sent, or Subtext is away: ${this.size} wait, further ones are dropped. Check that SUBTEXT_URL is reachable.`,
    );
  }

  #sendIn(milliseconds: number): void {
    const due = Date.now() + milliseconds;
    if (this.#timer && this.#timer.due <= due) return;
    clearTimeout(this.#timer?.timer);
    this.#timer = { timer: unreferenced(setTimeout(() => this.#sendNext(), milliseconds)), due };
  }

  /** One request at a time, so that a receiver that is slow or away gets no more of them. */
  #sendNext(): void {
    clearTimeout(this.#timer?.timer);
    this.#timer = undefined;
    if (this.#sending.size > 0 && !this.#isEnding) return;
    const [first] = this.#batches();
    if (first) this.#start(this.#waiting.splice(0, first.length));
  }

  #batches(): QueuedSpan[][] {
    return requestsOf(this.#waiting, this.#limits.maxBatch);
  }

  #takeBatches(): QueuedSpan[][] {
    const batches = this.#batches();
    this.#waiting = [];
    return batches;
  }

  #hold(spans: readonly QueuedSpan[]): Sending {
    const delivery = new Delivery((signal) => this.#post(spans, signal), this.#limits.timeout);
    const sending: Sending = { spans, delivery };
    this.#sending.add(sending);
    this.#inRequests += spans.length;
    return sending;
  }

  #start(spans: readonly QueuedSpan[]): void {
    const sending = this.#hold(spans);
    const { delivery } = sending;
    const failed = () => {
      if (!this.#isEnding)
        tell('export failed', () => firstFailure(this.#receiver.url, spans.length, delivery.failure));
    };
    void delivery.run(failed).then((end) => {
      if (end === 'stopped') return;
      if (end === 'given up' && this.#isEnding) return;
      this.#remove(sending);
      if (end === 'given up') this.#giveUp(sending);
      if (this.#waiting.length >= this.#limits.maxBatch) this.#sendNext();
      else if (this.#waiting.length > 0) this.#sendIn(SOON_MS);
    });
  }

  async #post(spans: readonly QueuedSpan[], signal: AbortSignal): Promise<void> {
    const body = this.#receiver.serialize(spans);
    if (!body) throw new Error('the spans could not be encoded');
    await this.#receiver.post(body, signal);
  }

  #giveUp({ spans, delivery }: Sending): void {
    this.#dropped += spans.filter(({ isOpen }) => !isOpen).length;
    this.#lastFailure = delivery.failure;
  }

  #ended(sending: Sending, failure: Error | undefined): void {
    if (failure) sending.delivery.failure = failure;
    else this.#remove(sending);
  }

  #remove(sending: Sending): void {
    if (!this.#sending.delete(sending)) return;
    this.#inRequests -= sending.spans.length;
    this.#bytes -= sending.spans.reduce((total, span) => total + spanBytes(span), 0);
    this.#limits.waitingChanged?.(this.size);
  }
}

/** Asked when a span ends, when its batch is cut and when it is sent; a span that has ended does not change. */
const sizes = new WeakMap<ReadableSpan, number>();

export function spanBytes(span: QueuedSpan): number {
  if (span.written) return span.written.byteLength;
  let size = sizes.get(span);
  if (size === undefined) {
    size = SPAN_OVERHEAD_BYTES;
    for (const name in span.attributes) size += name.length + bytesOf(span.attributes[name]);
    sizes.set(span, size);
  }
  return size;
}

/** In order, each with as many spans and bytes as a receiver takes at once. */
export function requestsOf(
  spans: readonly QueuedSpan[],
  maxSpans: number,
  maxBytes = MAX_REQUEST_BYTES,
): QueuedSpan[][] {
  const requests: QueuedSpan[][] = [];
  let request: QueuedSpan[] = [];
  let bytes = 0;
  for (const span of spans) {
    const size = spanBytes(span);
    if (request.length > 0 && (request.length >= maxSpans || bytes + size > maxBytes)) {
      requests.push(request);
      [request, bytes] = [[], 0];
    }
    request.push(span);
    bytes += size;
  }
  if (request.length > 0) requests.push(request);
  return requests;
}

function plainReason(failure: Error): Undelivered['reason'] {
  const code = statusOf(failure);
  return { message: failure.message, ...(code !== undefined && { code }) };
}

function firstFailure(url: string, spans: number, failure: Error | undefined): string {
  const reason = failure && plainReason(failure);
  const goesOn = isPassing(failure) ? ' They are sent again for some seconds.' : '';
  return `${spans} spans could not be delivered to ${url}: ${reason?.message ?? 'no answer'}. ${adviceOn(reason)}${goesOn}`;
}
