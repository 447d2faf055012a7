/**
 * The application's own OpenTelemetry, which sends what the framework reports to the same project as the SDK. The
 * `own-telemetry.mjs` of a framework is preloaded into its program, and turns on what the framework needs beside it.
 */
import { NodeSDK } from '@opentelemetry/sdk-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const traceExporter = new OTLPTraceExporter({
  url: `${process.env.SUBTEXT_URL}/v1/traces`,
  headers: { authorization: `Bearer ${process.env.SUBTEXT_API_KEY}` },
});
const sdk = new NodeSDK({ traceExporter, metricReaders: [], logRecordProcessors: [] });
sdk.start();
process.once('beforeExit', () => sdk.shutdown());
