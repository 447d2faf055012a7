/**
 * Queues spans and sends them in requests. OpenTelemetry's batch processor has the same job, but its timers and
 * requests keep a process alive for half a minute, and its spans are not available when the process ends. Here nothing
 * keeps a process alive, memory stays bounded while the receiver is unreachable, and dropped spans are counted and
 * reported.
 */
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { Delivery, isPassing, httpStatus } from './delivery.ts';
import { byteSize } from '../spans/truncate.ts';
import { unreferenced } from '../../platform/platform.ts';
import { report } from '../../platform/report.ts';
import { adviceOn, NOTHING, type Undelivered } from './undelivered.ts';

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** While more than this share of the queue is full, snapshots are not sent, since their final span will be. */
const MAX_FILLED_FOR_OPEN = 1 / 4;
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
/** Snapshots do not wait for the next batch; those of the same moment are sent together. */
const SOON_MS = 50;
/** An estimate for names, ids and times beside the attributes. */
const SPAN_OVERHEAD_BYTES = 500;
/** The time limit of `forceFlush`. */
const FLUSH_MS = 10_000;

/** A span that is kept as bytes (export/direct-tracer.ts). */
export interface Written {
  written?: Uint8Array;
  /** True for a snapshot: the span has not ended yet. */
  isOpen?: boolean;
}

type QueuedSpan = ReadableSpan & Written;

export interface Receiver {
  url: string;
  /** What the queue holds, for its messages; default: spans. */
  unit?: 'score';
  /** A request's body; undefined when there is nothing to send. */
  serialize(spans: readonly QueuedSpan[]): Uint8Array | undefined;
  /** Sends once. Rejects with the reason; a `RefusedError` when the receiver answered with an error. */
  post(body: Uint8Array, signal: AbortSignal): Promise<void>;
}

export interface QueueLimits {
  /** The maximum number of waiting spans. */
  maxSpans: number;
  /** The maximum number of spans in one request. */
  maxBatch: number;
  /** Milliseconds until a request that is not full is sent. */
  delay: number;
  /** Milliseconds for one attempt. */
  timeout: number;
  /** Called with the number of waiting spans whenever it changes. */
  waitingChanged?: ((spans: number) => void) | undefined;
}

/** A request for `export/last-sender.ts`. */
export interface UnsentRequest {
  body: Uint8Array;
  /** Called with the outcome; undefined: it was accepted. */
  ended(failure: Error | undefined): void;
}

/** A request that is not accepted yet. */
interface Sending {
  spans: readonly QueuedSpan[];
  delivery: Delivery;
  /** True when the last sender sends it. */
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

  /** The number of spans that are not accepted yet. */
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

  /**
   * Tries to send everything. Resolves when each request was accepted, or has failed and cannot be retried before the
   * deadline (Unix milliseconds).
   */
  async flush(deadline: number): Promise<void> {
    for (const spans of this.#takeBatches()) this.#start(spans);
    await Promise.all([...this.#sending].map(({ delivery }) => delivery.hurry(deadline)));
  }

  /** While the process is about to end, lifecycle.ts reports the failures, not the queue. */
  expectEnd(isExpected: boolean): void {
    this.#isEnding = isExpected;
  }

  /** Called by OpenTelemetry's provider. */
  forceFlush(): Promise<void> {
    return this.flush(Date.now() + FLUSH_MS);
  }

  /** Aborts the current requests; their spans still count as undelivered. */
  shutdown(): Promise<void> {
    clearTimeout(this.#timer?.timer);
    for (const { delivery } of this.#sending) delivery.stop();
    return Promise.resolve();
  }

  /** Takes everything that is left, as requests for the last sender. Nothing asynchronous runs any more. */
  takeRequests(): UnsentRequest[] {
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

  /** Snapshots do not count, because their final spans do. */
  undelivered(): Undelivered {
    const spans = [...this.#waiting, ...[...this.#sending].flatMap((sending) => sending.spans)];
    const failures = [...this.#sending].flatMap(({ delivery }) => delivery.failure ?? []);
    const failure = failures[0] ?? this.#lastFailure;
    const left = spans.filter(({ isOpen }) => !isOpen).length;
    return {
      ...NOTHING,
      ...(this.#receiver.unit === 'score' ? { scores: left + this.#dropped } : { spans: left, dropped: this.#dropped }),
      target: this.#receiver.url,
      reason: failure && plainReason(failure),
    };
  }

  get #unit(): 'span' | 'score' {
    return this.#receiver.unit ?? 'span';
  }

  #drop(): void {
    this.#dropped += 1;
    report(
      `${this.#unit} dropped`,
      () =>
        `${this.#unit === 'score' ? 'Scores' : 'Spans'} come faster than they can be sent, or Subtext is away: ${this.size} wait, further ones are dropped. Check that SUBTEXT_URL is reachable.`,
    );
  }

  #sendIn(milliseconds: number): void {
    const due = Date.now() + milliseconds;
    if (this.#timer && this.#timer.due <= due) return;
    clearTimeout(this.#timer?.timer);
    this.#timer = { timer: unreferenced(setTimeout(() => this.#sendNext(), milliseconds)), due };
  }

  /** Sends one request at a time, so that a slow or unreachable receiver gets no more of them. */
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
        report(`${this.#unit} export failed`, () =>
          firstFailure(this.#receiver.url, `${spans.length} ${this.#unit}s`, delivery.failure),
        );
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

/** The size is needed when a span ends, when its batch is cut and when it is sent. An ended span does not change. */
const sizes = new WeakMap<ReadableSpan, number>();

export function spanBytes(span: QueuedSpan): number {
  if (span.written) return span.written.byteLength;
  let size = sizes.get(span);
  if (size === undefined) {
    size = SPAN_OVERHEAD_BYTES;
    for (const name in span.attributes) size += name.length + byteSize(span.attributes[name]);
    sizes.set(span, size);
  }
  return size;
}

/** Splits the spans, in order, into requests of the size that a receiver accepts. */
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
  const code = httpStatus(failure);
  return { message: failure.message, ...(code !== undefined && { code }) };
}

function firstFailure(url: string, what: string, failure: Error | undefined): string {
  const reason = failure && plainReason(failure);
  const goesOn = isPassing(failure) ? ' They are sent again for some seconds.' : '';
  return `${what} could not be delivered to ${url}: ${reason?.message ?? 'no answer'}. ${adviceOn(reason)}${goesOn}`;
}
