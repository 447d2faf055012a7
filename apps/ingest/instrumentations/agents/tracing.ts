/**
 * What an application with telemetry has: a provider for all, an exporter to where the environment says, a span around
 * the run.
 */
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { context, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** The URL of the provider that answers the agent. */
export const PROVIDER_URL = process.env.PROVIDER_URL ?? '';

const resource = resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'agent' });
const spanProcessors = [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })];
export const provider = new TracerProvider({ resource, spanProcessors });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** Runs an agent inside one span, as the request that started it, and sends what was recorded. */
export async function traced(run: () => Promise<unknown>): Promise<void> {
  await trace.getTracer('an-application').startActiveSpan('POST /ask', async (span) => {
    await run();
    span.end();
  });
  await provider.forceFlush();
}
