/**
 * The tracer our spans are made with: the application's own when it has registered a provider; else `@opentelemetry/sdk-node`, loaded and
 * started when the first span is needed, with an OTLP exporter to Subtext. Last stage of the flow in this process.
 */
import {
  context,
  createContextKey,
  logs,
  ROOT_CONTEXT,
  trace,
  type ProxyTracerProvider,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { Backlog, BoundedExporter, BoundedProcessor } from './bounded-processor.ts';
import { tell } from './report.ts';

export interface TracingOptions {
  /** Base URL of Subtext's ingest; default `SUBTEXT_URL`, else the standard `OTEL_EXPORTER_OTLP_*`, else http://127.0.0.1:4318. */
  url?: string;
  /** Default `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /** Default `OTEL_SERVICE_NAME`. */
  serviceName?: string;
}

const DEFAULT_URL = 'http://127.0.0.1:4318';
const SCOPE = '@subtext/sdk';
/** Soon enough for a person who watches; `OTEL_BSP_SCHEDULE_DELAY` overrides. */
const DEFAULT_DELAY_MS = 1_000;

/** Of one attempt: what a process that ends waits for a receiver that is away. */
const DEFAULT_TIMEOUT_MS = 2_500;

const settings: TracingOptions = {};
const backlog = new Backlog();
let tracer: Tracer | undefined;
let loading: Promise<Tracer> | undefined;
let uses = 0;
let stop: (() => Promise<void>) | undefined;

/** Remembers where to send; the first word on each setting counts, since there is one exporter per process. */
export function configureTracing(options: TracingOptions): void {
  settings.url ??= options.url;
  settings.apiKey ??= options.apiKey;
  settings.serviceName ??= options.serviceName;
}

/** The tracer, or undefined while it is still to be loaded. */
export function currentTracer(): Tracer | undefined {
  uses += 1;
  if (!tracer && registeredProvider()) tracer = adopt();
  return tracer;
}

/** Never rejects: without a provider the tracer is the no-op one of the API. */
export function loadTracer(): Promise<Tracer> {
  const ready = currentTracer();
  if (ready) return Promise.resolve(ready);
  loading ??= startProvider()
    .catch((error: unknown) =>
      tell('tracing', () => `OpenTelemetry could not be started, so nothing is recorded: ${String(error)}`),
    )
    .then(() => (tracer = adopt()));
  return loading;
}

/** Grows whenever a span may have been made: the end of the process waits only when it grew since the last flush. */
export function tracerUses(): number {
  return uses;
}

export async function flushProvider(): Promise<void> {
  const provider = registeredProvider() as (TracerProvider & { forceFlush?(): Promise<void> }) | undefined;
  await backlog.hurried(async () => provider?.forceFlush?.());
}

/** Stops what we started; the application's own provider is its own to stop. */
export async function stopProvider(): Promise<void> {
  await flushProvider();
  await stop?.();
}

/** True when the process ends with our provider, so that its end is ours to wait for. */
export function ownsProvider(): boolean {
  return stop !== undefined;
}

function adopt(): Tracer {
  ensureContextManager();
  return trace.getTracer(SCOPE);
}

function registeredProvider(): TracerProvider | undefined {
  const provider = trace.getTracerProvider();
  const proxy = provider as Partial<ProxyTracerProvider>;
  if (typeof proxy.getDelegateTracer !== 'function' || typeof proxy.getDelegate !== 'function') return provider;
  return proxy.getDelegateTracer('probe') ? proxy.getDelegate() : undefined;
}

/** A provider may have been registered alone; without a context manager nothing could nest. */
function ensureContextManager(): void {
  const key = createContextKey('subtext probe');
  const works = context.with(ROOT_CONTEXT.setValue(key, true), () => context.active().getValue(key) === true);
  if (!works) context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

async function startProvider(): Promise<void> {
  const [{ NodeSDK }, processors] = await Promise.all([import('@opentelemetry/sdk-node'), spanProcessors()]);
  if (registeredProvider()) return; // the application was faster
  const options = {
    ...(processors && { spanProcessors: processors }),
    ...(settings.serviceName !== undefined && { serviceName: settings.serviceName }),
    // Only traces, and no header of ours on anybody's requests.
    metricReaders: [],
    logRecordProcessors: [],
    ...(process.env.OTEL_PROPAGATORS === undefined && { textMapPropagator: null }),
  };
  const sdk = withoutCommandLine(() => new NodeSDK(options));
  const loggers = logs.getLoggerProvider();
  sdk.start();
  // It registers an empty logger provider, which would keep one of the application's out.
  if (logs.getLoggerProvider() !== loggers) logs.disable();
  stop = () => sdk.shutdown();
}

/** By default every span would tell how the process was called, with the keys that people put on command lines. The constructor asks the variable. */
function withoutCommandLine<T>(construct: () => T): T {
  const { env } = process;
  if (env.OTEL_NODE_RESOURCE_DETECTORS !== undefined) return construct();
  env.OTEL_NODE_RESOURCE_DETECTORS = 'env,host,os,serviceinstance';
  try {
    return construct();
  } finally {
    delete env.OTEL_NODE_RESOURCE_DETECTORS;
  }
}

/** undefined: the standard variables name an exporter, and sdk-node builds what they say. */
async function spanProcessors(): Promise<[BoundedProcessor] | undefined> {
  const url = settings.url ?? process.env.SUBTEXT_URL ?? (standardExporter() ? undefined : DEFAULT_URL);
  if (url === undefined) return undefined;
  const [{ OTLPTraceExporter }, { BatchSpanProcessor }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const apiKey = settings.apiKey ?? process.env.SUBTEXT_API_KEY;
  const target = `${url.replace(/\/+$/, '')}/v1/traces`;
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const timeoutMillis = setting('OTEL_EXPORTER_OTLP_TIMEOUT', DEFAULT_TIMEOUT_MS);
  const exporter = new BoundedExporter(new OTLPTraceExporter({ url: target, headers, timeoutMillis }), backlog, target);
  const maxQueueSize = setting('OTEL_BSP_MAX_QUEUE_SIZE', 2048);
  const inner = new BatchSpanProcessor({
    exporter,
    maxQueueSize,
    maxExportBatchSize: Math.min(setting('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512), maxQueueSize),
    scheduledDelayMillis: setting('OTEL_BSP_SCHEDULE_DELAY', DEFAULT_DELAY_MS),
    exportTimeoutMillis: setting('OTEL_BSP_EXPORT_TIMEOUT', 30_000),
  });
  return [new BoundedProcessor(inner, backlog, maxQueueSize)];
}

function standardExporter(): boolean {
  const { env } = process;
  return Boolean(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_TRACES_EXPORTER);
}

function setting(name: string, otherwise: number): number {
  const value = Number(process.env[name]);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}
