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
import { Backlog } from './bounded-processor.ts';
import { prepareProvider } from './platform/node-provider.ts';
import { createContextManager } from './platform/node.ts';
import type { StartedProvider, TracingOptions } from './platform/platform.ts';
import { tell } from './report.ts';
import type { WholeSpanTracer } from './whole-span.ts';

const SCOPE = '@subtext/sdk';
const settings: TracingOptions = {};
const backlog = new Backlog();
let tracer: WholeSpanTracer | undefined;
let loading: Promise<WholeSpanTracer> | undefined;
let uses = 0;
let started: StartedProvider | undefined;

/** Remembers where to send; the first word on each setting counts, since there is one exporter per process. */
export function configureTracing(options: TracingOptions): void {
  settings.url ??= options.url;
  settings.apiKey ??= options.apiKey;
  settings.serviceName ??= options.serviceName;
  settings.instanceId ??= options.instanceId;
  settings.isOursAlone ??= options.isOursAlone;
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

export async function flushProvider(): Promise<void> {
  const provider = registeredProvider() as (TracerProvider & { forceFlush?(): Promise<void> }) | undefined;
  await backlog.hurried(async () => provider?.forceFlush?.());
}

/** Stops what we started; the application's own provider is its own to stop. */
export async function stopProvider(): Promise<void> {
  await flushProvider();
  await started?.stop();
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
  const start = await prepareProvider(settings, backlog);
  if (!registeredProvider()) started = start(); // else the application was faster
}
