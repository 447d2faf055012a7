/** A tracer provider for applications without one, where there is no Node: OpenTelemetry's own, with an exporter that is one `fetch` a batch. */
import { trace } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { BoundedExporter, BoundedProcessor, type Backlog } from '../bounded-processor.ts';
import { environment } from './edge.ts';
import {
  authorization,
  DEFAULT_DELAY_MS,
  DEFAULT_TIMEOUT_MS,
  DEFAULT_URL,
  positive,
  tracesUrl,
  type StartProvider,
  type TracingOptions,
} from './platform.ts';

/** Isolates are small: fewer spans wait than in a process of Node. */
const MAX_QUEUE_SPANS = 512;
const MAX_BATCH_SPANS = 128;

type Done = Parameters<SpanExporter['export']>[1];
type Serialize = (spans: ReadableSpan[]) => Uint8Array | undefined;

export async function prepareProvider(settings: TracingOptions, backlog: Backlog): Promise<StartProvider> {
  const [sdk, { defaultResource, resourceFromAttributes }, { ProtobufTraceSerializer }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/otlp-transformer'),
  ]);
  const said = environment();
  const url = settings.url ?? (said.SUBTEXT_URL || said.OTEL_EXPORTER_OTLP_ENDPOINT || DEFAULT_URL);
  const target = tracesUrl(url);
  const headers = authorization(settings.apiKey ?? said.SUBTEXT_API_KEY);
  const inner = new FetchExporter(target, headers, (spans) => ProtobufTraceSerializer.serializeRequest(spans));
  const batches = new sdk.BatchSpanProcessor({
    exporter: new BoundedExporter(inner, backlog, target),
    maxQueueSize: MAX_QUEUE_SPANS,
    maxExportBatchSize: MAX_BATCH_SPANS,
    scheduledDelayMillis: positive(said.OTEL_BSP_SCHEDULE_DELAY, DEFAULT_DELAY_MS),
  });
  const name = settings.serviceName ?? said.OTEL_SERVICE_NAME;
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(name ? { 'service.name': name } : {})),
    spanProcessors: [new BoundedProcessor(batches, backlog, MAX_QUEUE_SPANS)],
  });
  return () => {
    trace.setGlobalTracerProvider(provider);
    return { stop: () => provider.shutdown() };
  };
}

/** `code`: the HTTP status, which BoundedExporter judges. */
class RefusedError extends Error {
  readonly code: number;
  constructor(status: number, text: string) {
    super(`HTTP ${status} ${text.slice(0, 200)}`.trim());
    this.code = status;
  }
}

/** OTLP/HTTP, protobuf, one request a batch; who calls it repeats what may pass. */
class FetchExporter implements SpanExporter {
  readonly #target: string;
  readonly #headers: Record<string, string>;
  readonly #serialize: Serialize;

  constructor(target: string, headers: Record<string, string>, serialize: Serialize) {
    this.#target = target;
    this.#headers = headers;
    this.#serialize = serialize;
  }

  export(spans: ReadableSpan[], done: Done): void {
    this.#send(spans).then(
      () => done({ code: 0 }),
      (error: unknown) => done({ code: 1, error: error instanceof Error ? error : new Error(String(error)) }),
    );
  }

  async #send(spans: ReadableSpan[]): Promise<void> {
    const body = this.#serialize(spans);
    if (!body) throw new Error('the spans could not be written');
    const response = await globalThis.fetch(this.#target, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', ...this.#headers },
      body: body as Uint8Array<ArrayBuffer>,
      signal: AbortSignal.timeout(DEFAULT_TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new RefusedError(response.status, text);
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
