/**
 * The tracer our spans are made with: the application's own when it has registered a provider; else one of ours, loaded and started when the
 * first span is needed, with an OTLP exporter to Subtext (platform/). Last stage of the flow in this process.
 */
import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  trace,
  type ProxyTracerProvider,
  type TracerProvider,
} from '@opentelemetry/api';
import { prepareProvider, prepareProviderNow } from './platform/node-provider.ts';
import { createContextManager } from './platform/node.ts';
import type { LastSender, StartedProvider, StartProvider, TracingOptions } from './platform/platform.ts';
import { guarded, tell } from './report.ts';
import { NOTHING, type Undelivered } from './undelivered.ts';
import type { WholeSpanTracer } from './whole-span.ts';

const SCOPE = '@subtext/sdk';
const settings: TracingOptions = {};
let tracer: WholeSpanTracer | undefined;
let loading: Promise<WholeSpanTracer> | undefined;
let uses = 0;
let started: StartedProvider | undefined;
let isEndExpected = false;

/** Remembers where to send; the first word on each setting counts, since there is one exporter per process. */
export function configureTracing(options: TracingOptions): void {
  settings.url ??= options.url;
  settings.apiKey ??= options.apiKey;
  settings.serviceName ??= options.serviceName;
  settings.instanceId ??= options.instanceId;
  settings.isOursAlone ??= options.isOursAlone;
  settings.waitingChanged ??= options.waitingChanged;
}

/** For a thread of ours, whose spans come from the same service. */
export function tracingOptions(): TracingOptions {
  return settings;
}

/** The tracer, or undefined while it is still to be loaded. */
export function currentTracer(): WholeSpanTracer | undefined {
  uses += 1;
  if (!tracer && registeredProvider()) tracer = adopt();
  return tracer;
}

/** Never rejects: without a provider the tracer is the no-op one of the API. */
export function loadTracer(): Promise<WholeSpanTracer> {
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

/** Tries to send all that waits. Resolves at the latest when an attempt has failed that cannot be repeated before the deadline (Unix milliseconds). */
export async function flushProvider(deadline: number): Promise<void> {
  if (started?.queue) return started.queue.flush(deadline);
  const provider = registeredProvider() as (TracerProvider & { forceFlush?(): Promise<void> }) | undefined;
  await provider?.forceFlush?.();
}

/** Stops what we started; the application's own provider is its own to stop. */
export async function stopProvider(deadline: number): Promise<void> {
  await flushProvider(deadline);
  await started?.stop();
}

/** While the process is about to end, failures are not reported one by one: lifecycle.ts reports them together. */
export function expectEnd(isExpected: boolean): void {
  isEndExpected = isExpected;
  started?.queue?.expectEnd(isExpected);
}

/** The tracer, also in a process that ends before it was loaded; undefined when there is no time or no way. */
export function loadTracerNow(): WholeSpanTracer | undefined {
  const ready = currentTracer();
  if (ready) return ready;
  guarded('load OpenTelemetry at the end of the process', () => startNow());
  if (started) tracer = adopt();
  return tracer;
}

/** Gets ready to send while this thread stands still. */
export function openLastSender(): LastSender | undefined {
  return started?.openLastSender?.();
}

/** What was not accepted by the receiver so far, of what we send. */
export function undeliveredSpans(): Undelivered {
  return started?.queue?.undelivered() ?? NOTHING;
}

/** True when spans wait in the requests of an exporter that is not ours: only the end of the process stops those. */
export function hasOtherExporter(): boolean {
  return !started?.queue && registeredProvider() !== undefined;
}

/** True when the process ends with our provider, so that its end is ours to wait for. */
export function ownsProvider(): boolean {
  return started !== undefined;
}

function adopt(): WholeSpanTracer {
  ensureContextManager();
  const own = trace.getTracer(SCOPE);
  return started?.tracerFor?.(own) ?? own;
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
  if (!works) context.setGlobalContextManager(createContextManager());
}

/** Where all copies of the API in a process meet: each sees what a copy of its own age, or a newer one, has registered. */
const MEETING_PLACE: unique symbol = Symbol.for('opentelemetry.js.api.1') as never;

/** The provider is there, but our copy of the API cannot see it, nor register another. */
function tellOlderApi(): void {
  const place = (globalThis as { [MEETING_PLACE]?: { version?: string; trace?: unknown } })[MEETING_PLACE];
  if (!place?.trace || trace.getTracerProvider() === place.trace) return;
  tell(
    'older api',
    () =>
      `This application registered its tracer provider with @opentelemetry/api ${place.version}, which is older than that of @subtext/sdk, so nothing is recorded. Both have to use one: update OpenTelemetry in this application to @opentelemetry/api 1.10, with the SDK packages that go with it.`,
  );
}

async function startProvider(): Promise<void> {
  tellOlderApi();
  settings.instanceId ??= globalThis.crypto.randomUUID();
  const start = await prepareProvider(settings);
  adoptProvider(start);
}

function startNow(): void {
  settings.instanceId ??= globalThis.crypto.randomUUID();
  adoptProvider(prepareProviderNow(settings));
}

/** A short process may be about to end before its provider is loaded. */
function adoptProvider(start: StartProvider): void {
  if (registeredProvider()) return; // the application was faster
  started = start();
  started.queue?.expectEnd(isEndExpected);
}
