/** A tracer provider for applications without one: `@opentelemetry/sdk-node`, loaded when the first span is needed, with an exporter to Subtext. */
import { logs } from '@opentelemetry/api';
import { BoundedExporter, BoundedProcessor, type Backlog } from '../bounded-processor.ts';
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
  const [{ NodeSDK }, { defaultResource, resourceFromAttributes }, processors] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/resources'),
    spanProcessors(settings, backlog),
  ]);
  const options = {
    ...(processors && { spanProcessors: processors }),
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
    return () => sdk.shutdown();
  };
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

/** undefined: the standard variables name an exporter, and sdk-node builds what they say. */
async function spanProcessors(settings: TracingOptions, backlog: Backlog): Promise<[BoundedProcessor] | undefined> {
  const { env } = process;
  // A variable that was left empty says nothing.
  const url = settings.url ?? (env.SUBTEXT_URL || (standardExporter() ? undefined : DEFAULT_URL));
  if (url === undefined) return undefined;
  const [{ OTLPTraceExporter }, { BatchSpanProcessor }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const target = tracesUrl(url);
  const headers = authorization(settings.apiKey ?? env.SUBTEXT_API_KEY);
  const timeoutMillis = positive(env.OTEL_EXPORTER_OTLP_TIMEOUT, DEFAULT_TIMEOUT_MS);
  const exporter = new BoundedExporter(new OTLPTraceExporter({ url: target, headers, timeoutMillis }), backlog, target);
  const maxQueueSize = positive(env.OTEL_BSP_MAX_QUEUE_SIZE, 2048);
  const inner = new BatchSpanProcessor({
    exporter,
    maxQueueSize,
    maxExportBatchSize: Math.min(positive(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, 512), maxQueueSize),
    scheduledDelayMillis: positive(env.OTEL_BSP_SCHEDULE_DELAY, DEFAULT_DELAY_MS),
    exportTimeoutMillis: positive(env.OTEL_BSP_EXPORT_TIMEOUT, 30_000),
  });
  return [new BoundedProcessor(inner, backlog, maxQueueSize)];
}

function standardExporter(): boolean {
  const { env } = process;
  return Boolean(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_TRACES_EXPORTER);
}
