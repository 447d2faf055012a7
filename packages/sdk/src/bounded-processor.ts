/**
 * Between our spans and the batch processor: bounds what waits, in spans and in bytes, and cuts batches to requests a receiver takes.
 * What has no room is dropped, counted and told; memory never grows with a receiver that is away.
 */
import type { Context } from '@opentelemetry/api';
import type { BatchSpanProcessor, ReadableSpan, Span, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { bytesOf } from './fit.ts';
import { unreferenced } from './platform/platform.ts';
import { tell } from './report.ts';

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** Of the room for spans: as long as more wait, a span that has not ended is not told of, since its end will be. */
const MAX_FILLED_FOR_OPEN = 1 / 4;
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
/** What streams at the same time goes together. */
const SOON_MS = 50;
/** Between our own attempts; each attempt of the exporter below retries for its own, shorter time. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** Names, ids and times beside the attributes. */
const SPAN_OVERHEAD_BYTES = 500;

/** `ExportResult` of @opentelemetry/core: code 0 is success. */
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** What waits to be sent. */
export class Backlog {
  spans = 0;
  bytes = 0;
  /** Made when it is needed: Workers make none while they load. */
  #hurry: AbortController | undefined;

  /** Runs a flush: somebody waits for it, or the process ends with it, so nothing pauses before another attempt. */
  async hurried(flush: () => Promise<unknown>): Promise<void> {
    (this.#hurry ??= new AbortController()).abort();
    try {
      await flush();
    } finally {
      this.#hurry = undefined;
    }
  }

  /** Resolves after the pause; false as soon as there is no time for one. */
  async pause(milliseconds: number): Promise<boolean> {
    const { signal } = (this.#hurry ??= new AbortController());
    if (signal.aborted) return false;
    return new Promise((resolve) => {
      const timer = unreferenced(setTimeout(() => resolve(true), milliseconds));
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve(false)), { once: true });
    });
  }

  sent(spans: readonly ReadableSpan[]): void {
    this.spans -= spans.length;
    this.bytes -= spans.reduce((total, span) => total + spanBytes(span), 0);
  }
}

export class BoundedProcessor implements SpanProcessor {
  readonly #inner: BatchSpanProcessor;
  readonly #backlog: Backlog;
  readonly #maxSpans: number;
  #isSending = false;

  constructor(inner: BatchSpanProcessor, backlog: Backlog, maxSpans: number) {
    this.#inner = inner;
    this.#backlog = backlog;
    this.#maxSpans = maxSpans;
  }

  onStart(span: Span, context: Context): void {
    this.#inner.onStart(span, context);
  }

  onEnd(span: ReadableSpan & Written): void {
    // The batch processor ignores them, so they would never be counted as sent.
    if ((span.spanContext().traceFlags & 1) === 0) return;
    if (span.isOpen && this.#backlog.spans >= this.#maxSpans * MAX_FILLED_FOR_OPEN) return;
    const bytes = spanBytes(span);
    if (this.#backlog.spans >= this.#maxSpans || this.#backlog.bytes + bytes > MAX_QUEUED_BYTES) {
      tell(
        'span dropped',
        () =>
          `Spans come faster than they can be sent, or Subtext is away: ${this.#backlog.spans} wait, further ones are dropped. Check that SUBTEXT_URL is reachable.`,
      );
      return;
    }
    this.#backlog.spans += 1;
    this.#backlog.bytes += bytes;
    this.#inner.onEnd(span);
    if (span.isOpen && !this.#isSending) void this.#sendSoon();
  }

  /** Whoever watches an answer does not wait for the next batch; one such request at a time. */
  async #sendSoon(): Promise<void> {
    this.#isSending = true;
    await new Promise((resolve) => unreferenced(setTimeout(resolve, SOON_MS)));
    await this.#inner.forceFlush().catch(() => undefined); // the exporter has told why
    this.#isSending = false;
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }
}

/** Sends a batch as several requests where one would be too large, and says once why spans did not arrive. */
export class BoundedExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  readonly #backlog: Backlog;
  readonly #target: string;

  constructor(inner: SpanExporter, backlog: Backlog, target: string) {
    this.#inner = inner;
    this.#backlog = backlog;
    this.#target = target;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    void this.#exportAll(spans).then((result) => {
      this.#backlog.sent(spans);
      done(result);
    });
  }

  async #exportAll(spans: ReadableSpan[]): Promise<ExportResult> {
    let last: ExportResult = { code: 0 };
    for (const request of requestsOf(spans)) {
      const result = await this.#exportPatiently(request);
      if (result.code !== 0) last = result;
    }
    return last;
  }

  /** A receiver that restarts is back within these pauses. */
  async #exportPatiently(request: ReadableSpan[]): Promise<ExportResult> {
    for (const pause of [...RETRY_PAUSES_MS, undefined]) {
      const result = await new Promise<ExportResult>((resolve) => this.#inner.export(request, resolve));
      if (result.code === 0) return result;
      tell('export failed', () => undelivered(this.#target, request.length, result.error));
      if (pause === undefined || !isPassing(result.error) || !(await this.#backlog.pause(pause))) return result;
    }
    return { code: 1 };
  }

  async forceFlush(): Promise<void> {
    await this.#inner.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }
}

/** Asked when a span ends, when its batch is cut and when it is sent; a span that has ended does not change. */
const sizes = new WeakMap<ReadableSpan, number>();

/** A span that is kept as bytes (platform/direct-tracer.ts). */
export interface Written {
  written?: Uint8Array;
  /** It has not ended yet. */
  isOpen?: boolean;
}

export function spanBytes(span: ReadableSpan & Written): number {
  if (span.written) return span.written.byteLength;
  let size = sizes.get(span);
  if (size === undefined) {
    size = SPAN_OVERHEAD_BYTES;
    for (const name in span.attributes) size += name.length + bytesOf(span.attributes[name]);
    sizes.set(span, size);
  }
  return size;
}

export function requestsOf(spans: ReadableSpan[], limit = MAX_REQUEST_BYTES): ReadableSpan[][] {
  const requests: ReadableSpan[][] = [];
  let bytes = Infinity;
  for (const span of spans) {
    const size = spanBytes(span);
    if (bytes + size > limit) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(span);
    bytes += size;
  }
  return requests;
}

function isPassing(error: Error | undefined): boolean {
  const status = statusOf(error);
  return status === undefined || isBusy(status);
}

const isBusy = (status: number | undefined): boolean => status !== undefined && (status === 429 || status >= 500);

function statusOf(error: Error | undefined): number | undefined {
  return error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}

function undelivered(target: string, spans: number, error: Error | undefined): string {
  return `${spans} spans could not be delivered to ${target}: ${error?.message || 'no answer'}. ${adviceOn(error)}`;
}

/** All that OpenTelemetry tells of 429, 502, 503 and 504. */
const RETRYABLE = /retryable status/;

function adviceOn(error: Error | undefined): string {
  const status = statusOf(error);
  if (status === 401 || status === 403) return 'Set SUBTEXT_API_KEY to a key of your project (Settings → API keys).';
  // Ingest says so while its database is away, and while too much comes at once.
  if (isBusy(status) || RETRYABLE.test(error?.message ?? ''))
    return 'It is there but cannot store them now; its log says why. They are sent again for some seconds.';
  return 'Is Subtext running there? `npm start` in its folder starts it; SUBTEXT_URL says where it is.';
}
