/**
 * Provides the tracer. With a key of Subtext it belongs to a provider that sends there, which is loaded and started when
 * the first span is needed (export/), and which is private: the application may have its own. Without a key it belongs
 * to the application's provider, if there is one. Last stage of the flow in this process.
 */
import {
  createContextKey,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  trace,
  type ProxyTracerProvider,
  type TracerProvider,
} from '@opentelemetry/api';
import { prepareProvider, prepareProviderNow } from './export/node-provider.ts';
import { createContextManager, environment } from '../platform/node.ts';
import { activeContext, apiRegistry, runInContext } from '../platform/otel-context.ts';
import {
  isForSubtext,
  SCOPE,
  type LastSender,
  type StartedProvider,
  type StartProvider,
  type TracingOptions,
} from './export/provider.ts';
import { registerContextManager } from './export/registration.ts';
import { queuedScore, type ScoreRecord } from './export/score-bytes.ts';
import { guarded, report } from '../platform/report.ts';
import { addUndelivered, NOTHING, type Undelivered } from './queue/undelivered.ts';
import { recordSpan, type RecordSpan, type WholeSpanTracer } from './spans/whole-span.ts';

const settings: TracingOptions = {};
let tracer: WholeSpanTracer | undefined;
let loading: Promise<WholeSpanTracer> | undefined;
let uses = 0;
let started: StartedProvider | undefined;
let isEndExpected = false;

/** Stores where to send. The first value of each setting wins, since there is one exporter per process. */
export function configureTracing(options: TracingOptions): void {
  settings.url ??= options.url;
  settings.apiKey ??= options.apiKey;
  settings.serviceName ??= options.serviceName;
  settings.instanceId ??= options.instanceId;
  settings.waitingChanged ??= options.waitingChanged;
}

/** The settings for the SDK's thread, whose spans belong to the same service. */
export function tracingOptions(): TracingOptions {
  return settings;
}

/** The tracer; undefined while it is not loaded. */
export function currentTracer(): WholeSpanTracer | undefined {
  uses += 1;
  if (!tracer && registeredProvider() && !isForSubtext(settings, environment())) tracer = adopt();
  return tracer;
}

/** Records a span with the tracer; an invalid context while it is not loaded. */
export const recordNow: RecordSpan = (span, ids) => {
  const found = currentTracer();
  return found ? recordSpan(found, span, ids) : INVALID_SPAN_CONTEXT;
};

/** Loads the tracer. Never rejects: without a provider it is the API's no-op tracer. */
export function loadTracer(): Promise<WholeSpanTracer> {
  const ready = currentTracer();
  if (ready) return Promise.resolve(ready);
  loading ??= startProvider()
    .catch((error: unknown) =>
      report('tracing', () => `OpenTelemetry could not be started, so nothing is recorded: ${String(error)}`),
    )
    .then(() => (tracer = adopt()));
  return loading;
}

/**
 * Increases whenever a span may have been created. The process is held at its end only when it increased since the last
 * flush.
 */
export function tracerUses(): number {
  return uses;
}

/**
 * Tries to send all waiting spans. Resolves at the latest when an attempt has failed that cannot be repeated before the
 * deadline (Unix milliseconds).
 */
export async function flushProvider(deadline: number): Promise<void> {
  const { queue, scores } = started ?? {};
  if (queue) return void (await Promise.all([queue.flush(deadline), scores?.flush(deadline)]));
  const provider = registeredProvider() as (TracerProvider & { forceFlush?(): Promise<void> }) | undefined;
  await provider?.forceFlush?.();
}

/** Stops the SDK's own provider; the application stops its own. */
export async function stopProvider(deadline: number): Promise<void> {
  await flushProvider(deadline);
  await started?.scores?.shutdown();
  await started?.stop();
}

/** While the process is about to end, lifecycle.ts reports all failures together. */
export function expectEnd(isExpected: boolean): void {
  isEndExpected = isExpected;
  started?.queue?.expectEnd(isExpected);
  started?.scores?.expectEnd(isExpected);
}

/** Queues a score. False when none can be sent: the application's own provider sends its spans. */
export function recordScore(score: ScoreRecord): boolean {
  uses += 1;
  started?.scores?.onEnd(queuedScore(score));
  return started?.scores !== undefined;
}

/** Loads the tracer synchronously when the process ends before it was loaded; undefined when that is not possible. */
export function loadTracerNow(): WholeSpanTracer | undefined {
  const ready = currentTracer();
  if (ready) return ready;
  guarded('load OpenTelemetry at the end of the process', () => startNow());
  if (started) tracer = adopt();
  return tracer;
}

/** Prepares to send while this thread is blocked. */
export function openLastSender(): LastSender | undefined {
  return started?.openLastSender?.();
}

/** The spans and scores of the SDK's queues that the receiver has not accepted so far. */
export function undelivered(): Undelivered {
  const { queue, scores } = started ?? {};
  return addUndelivered(queue?.undelivered() ?? NOTHING, scores?.undelivered() ?? NOTHING);
}

/** True when another exporter sends the spans: only the end of the process stops its requests. */
export function hasOtherExporter(): boolean {
  return !started?.queue && registeredProvider() !== undefined;
}

/** True when the provider is the SDK's own, so that the SDK waits for it at the end. */
export function ownsProvider(): boolean {
  return started !== undefined;
}

function adopt(): WholeSpanTracer {
  ensureContextManager();
  const own = started?.tracer ?? trace.getTracer(SCOPE);
  return started?.tracerFor?.(own) ?? own;
}

function registeredProvider(): TracerProvider | undefined {
  const provider = trace.getTracerProvider();
  const proxy = provider as Partial<ProxyTracerProvider>;
  if (typeof proxy.getDelegateTracer !== 'function' || typeof proxy.getDelegate !== 'function') return provider;
  return proxy.getDelegateTracer('probe') ? proxy.getDelegate() : undefined;
}

/** The application may have registered a provider without a context manager, so that spans could not nest. */
function ensureContextManager(): void {
  const key = createContextKey('subtext probe');
  const works = runInContext(ROOT_CONTEXT.setValue(key, true), () => activeContext().getValue(key) === true);
  if (!works) registerContextManager(createContextManager());
}

/** The version of the API with which a provider was registered that the SDK's copy cannot read or replace. */
function olderApi(): string | undefined {
  const registry = apiRegistry();
  return registry?.trace && trace.getTracerProvider() !== registry.trace ? String(registry.version) : undefined;
}

function reportOlderApi(version: string): void {
  report(
    'older api',
    () =>
      `This application registered its tracer provider with @opentelemetry/api ${version}, which is older than that of @subtext/sdk, so nothing is recorded. Set SUBTEXT_API_KEY, and the SDK sends its spans by a provider of its own; or update OpenTelemetry in this application to @opentelemetry/api 1.10, with the SDK packages that go with it.`,
  );
}

async function startProvider(): Promise<void> {
  const older = olderApi();
  if (older !== undefined && !isForSubtext(settings, environment())) return reportOlderApi(older);
  settings.instanceId ??= globalThis.crypto.randomUUID();
  const start = await prepareProvider(settings);
  adoptProvider(start);
}

function startNow(): void {
  settings.instanceId ??= globalThis.crypto.randomUUID();
  adoptProvider(prepareProviderNow(settings));
}

/** A short process may already be ending before its provider is loaded. */
function adoptProvider(start: StartProvider): void {
  // Without a key the spans go where those of the application go.
  const isPrivate = registeredProvider() !== undefined || olderApi() !== undefined;
  if (isPrivate && !isForSubtext(settings, environment())) return;
  started = start(isPrivate);
  started.queue?.expectEnd(isEndExpected);
  started.scores?.expectEnd(isEndExpected);
}
