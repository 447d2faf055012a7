/**
 * An application that makes many model calls and ends in a given way, run by ending.test.ts in a separate process. It
 * prints `done` when its own work is done: the time from there to the end of the process is how long it was held.
 */
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { flush, observeFetch, shutdown } from '../index.ts';
import { loadTracer } from '../emit/tracing.ts';

const { APP_CALLS, APP_END = 'naturally', APP_EXPORTER_URL, APP_LOADS_FIRST, APP_OBSERVED, PROVIDER_URL } = process.env;
const CONCURRENT_CALLS = 10;
const fetch = APP_OBSERVED ? observeFetch() : globalThis.fetch;
const body = JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: 'Hi' }] });

class OwnProvider extends TracerProvider {
  override shutdown(): Promise<void> {
    console.log('shut down');
    return super.shutdown();
  }
}

if (APP_EXPORTER_URL) {
  const exporter = new OTLPTraceExporter({ url: APP_EXPORTER_URL });
  trace.setGlobalTracerProvider(new OwnProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] }));
}
if (APP_OBSERVED && APP_LOADS_FIRST) await loadTracer();

let left = Number(APP_CALLS);
async function call(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await (await fetch(`${PROVIDER_URL}/v1/chat/completions`, { method: 'POST', body })).text();
  }
}

function fail(): never {
  throw new Error('it failed on purpose');
}

const endings: Record<string, () => unknown> = {
  naturally: () => undefined,
  flush: () => flush(500),
  shutdown: () => shutdown(500),
  exit: () => process.exit(3),
  throw: () => setImmediate(fail),
  reject: () => void Promise.reject(new Error('it failed on purpose')),
  signal: () => setInterval(() => undefined, 1_000),
  handler: () => setInterval(() => undefined, 1_000),
};

if (APP_END === 'handler') process.on('SIGTERM', () => process.exit(4));
await Promise.all(Array.from({ length: CONCURRENT_CALLS }, call));
process.stdout.write('done\n');
await endings[APP_END]?.();
