/**
 * An application whose tracer provider is registered with an older API than the SDK's, run by tracing.test.ts in a
 * separate process: it makes one call in a run inside a span, and prints the ids of the span.
 */
import { TracerProvider } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { flush, observe, trace as run } from '../index.ts';
import { createContextManager } from '../platform/node.ts';

const { context, trace } = (await import('opentelemetry-api-1.9' as string)) as typeof import('@opentelemetry/api');
context.setGlobalContextManager(createContextManager());
trace.setGlobalTracerProvider(new TracerProvider());

const client = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${process.env.PROVIDER_URL}/v1` }));
const span = trace.getTracer('app').startSpan('of the app');
const call = { model: 'test-model', messages: [{ role: 'user' as const, content: 'Hi' }] };
await context.with(trace.setSpan(context.active(), span), () =>
  run('trip', () => client.chat.completions.create(call)),
);
console.log(`${span.spanContext().traceId} ${span.spanContext().spanId}`);
await flush();
