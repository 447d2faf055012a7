/** A tracer provider for applications without one: `@opentelemetry/sdk-node`, loaded when the first span is needed, with an exporter to Subtext. */
import { logs } from '@opentelemetry/api';
import type { IdGenerator, SpanExporter } from '@opentelemetry/sdk-trace';
import { BoundedExporter, BoundedProcessor, type Backlog } from '../bounded-processor.ts';
import { directTracer, serializerOf } from './direct-tracer.ts';
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

export async function prepareProvider(settings: TracingOptions, backlog: Backlog): Promise<StartProvider> {
  const [{ NodeSDK }, { defaultResource, resourceFromAttributes }, pipeline] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/resources'),
    openPipeline(settings, backlog),
  ]);
  const options = {
    ...(pipeline && { spanProcessors: [pipeline.processor] }),
    ...(settings.serviceName !== undefined && { serviceName: settings.serviceName }),
    resource: defaultResource().merge(resourceFromAttributes({ 'service.instance.id': settings.instanceId })),
    // Only traces, and no header of ours on anybody's requests.
    metricReaders: [],
    logRecordProcessors: [],
    ...(process.env.OTEL_PROPAGATORS === undefined && { textMapPropagator: null }),
  };
  return () => {
    const sdk = withoutCommandLine(() => new NodeSDK(options));
    const loggers = logs.getLoggerProvider();
    sdk.start();
    // It registers an empty logger provider, which would keep one of the application's out.
    if (logs.getLoggerProvider() !== loggers) logs.disable();
    const isDirect = pipeline && !areSpansConfigured();
    const { isOursAlone = false } = settings;
    return {
      stop: () => sdk.shutdown(),
      ...(isDirect && { tracerFor: (tracer) => directTracer(tracer, { ...pipeline, isOursAlone }) }),
    };
  };
}

/** Which spans are recorded, and how much of them: then OpenTelemetry makes them all. */
const OF_SPANS = /^OTEL_(?:TRACES_SAMPLER|SPAN_|ATTRIBUTE_|EVENT_|LINK_|SDK_DISABLED|NODE_EXPERIMENTAL)/;

function areSpansConfigured(): boolean {
  return Object.keys(process.env).some((name) => OF_SPANS.test(name));
}

/** By default every span would tell how the process was called, with the keys that people put on command lines. The constructor asks the variable. */
function withoutCommandLine<T>(construct: () => T): T {
  const { env } = process;
  if (env.OTEL_NODE_RESOURCE_DETECTORS !== undefined) return construct();
  env.OTEL_NODE_RESOURCE_DETECTORS = 'env,host,os';
  try {
    return construct();
  } finally {
    delete env.OTEL_NODE_RESOURCE_DETECTORS;
  }
}

interface Pipeline {
  processor: BoundedProcessor;
  ids: IdGenerator;
}

/** undefined: the standard variables name an exporter, and sdk-node builds what they say. */
async function openPipeline(settings: TracingOptions, backlog: Backlog): Promise<Pipeline | undefined> {
  const { env } = process;
  // A variable that was left empty says nothing.
  const url = settings.url ?? (env.SUBTEXT_URL || (standardExporter() ? undefined : DEFAULT_URL));
  if (url === undefined) return undefined;
  const target = tracesUrl(url);
  const headers = authorization(settings.apiKey ?? env.SUBTEXT_API_KEY);
  const [inner, { BatchSpanProcessor, RandomIdGenerator }] = await Promise.all([
    openExporter(target, headers),
    import('@opentelemetry/sdk-trace'),
  ]);
  const exporter = new BoundedExporter(inner, backlog, target);
  const maxQueueSize = positive(env.OTEL_BSP_MAX_QUEUE_SIZE, 2048);
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize,
    maxExportBatchSize: Math.min(positive(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, 512), maxQueueSize),
    scheduledDelayMillis: positive(env.OTEL_BSP_SCHEDULE_DELAY, DEFAULT_DELAY_MS),
    exportTimeoutMillis: positive(env.OTEL_BSP_EXPORT_TIMEOUT, 30_000),
  });
  return { processor: new BoundedProcessor(batches, backlog, maxQueueSize), ids: new RandomIdGenerator() };
}

/** What `@opentelemetry/exporter-trace-otlp-proto` consists of, with a serializer that knows spans that are written already. */
async function openExporter(url: string, headers: Record<string, string>): Promise<SpanExporter> {
  const [{ OTLPExporterBase }, http, { ProtobufTraceSerializer, TraceExporterMetricsHelper }] = await Promise.all([
    import('@opentelemetry/otlp-exporter-base'),
    import('@opentelemetry/otlp-exporter-base/node-http'),
    import('@opentelemetry/otlp-transformer'),
  ]);
  const timeoutMillis = positive(process.env.OTEL_EXPORTER_OTLP_TIMEOUT, DEFAULT_TIMEOUT_MS);
  const contentType = { 'Content-Type': 'application/x-protobuf' };
  const options = http.convertLegacyHttpOptions({ url, headers, timeoutMillis }, 'TRACES', 'v1/traces', contentType);
  const serializer = serializerOf(ProtobufTraceSerializer);
  return new OTLPExporterBase(
    http.createOtlpHttpExportDelegate(
      options,
      serializer,
      'otlp_http_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  );
}

function standardExporter(): boolean {
  const { env } = process;
  return Boolean(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_TRACES_EXPORTER);
}
