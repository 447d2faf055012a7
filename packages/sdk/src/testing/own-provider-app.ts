/**
 * An application with its own tracer provider, run by tracing.test.ts in a separate process: it makes one call inside a
 * span, and prints the spans that its provider has exported, by trace and parent.
 */
import { trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { flush, observe } from '../index.ts';

const exporter = new InMemorySpanExporter();
new NodeSDK({ spanProcessors: [new SimpleSpanProcessor({ exporter })], metricReaders: [] }).start();

const client = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${process.env.PROVIDER_URL}/v1` }));
await trace.getTracer('app').startActiveSpan('of the app', async (span) => {
  await client.chat.completions.create({ model: 'test-model', messages: [{ role: 'user', content: 'Hi' }] });
  console.log(`${span.spanContext().traceId} ${span.spanContext().spanId}`);
  span.end();
});
await flush();
console.log(
  exporter
    .getFinishedSpans()
    .map(({ name }) => name)
    .join(', '),
);
