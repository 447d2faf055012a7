/** Preloaded: Genkit's own tracer provider, with an exporter of its version of OpenTelemetry. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import 'genkit'; // has the provider that is turned on here
import { enableTelemetry, flushTracing } from 'genkit/tracing';

const exporter = new OTLPTraceExporter({
  url: `${process.env.SUBTEXT_URL}/v1/traces`,
  headers: { authorization: `Bearer ${process.env.SUBTEXT_API_KEY}` },
});
await enableTelemetry({ spanProcessors: [new BatchSpanProcessor(exporter)] });
process.once('beforeExit', () => flushTracing());
