/** An application's own tracer provider with spans kept in memory: what the tests look at. */
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { recorder } from '../recorder.ts';

export interface Spans {
  /** Ended spans, when all that has ended is read. Calls without a result are still open. */
  now(): Promise<ReadableSpan[]>;
  /** All spans, with calls that nobody answered. */
  all(): Promise<ReadableSpan[]>;
  clear(): Promise<void>;
}

let collecting: InMemorySpanExporter | undefined;

/** One provider for a process: a test file that runs others (behind-port.test.ts) has theirs. */
function startCollecting(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  return exporter;
}

export function collectSpans(): Spans {
  const exporter = (collecting ??= startCollecting());
  return {
    async now() {
      await recorder.settled();
      return exporter.getFinishedSpans();
    },
    async all() {
      await recorder.flush();
      return exporter.getFinishedSpans();
    },
    async clear() {
      await recorder.flush();
      exporter.reset();
    },
  };
}

/** `chat gpt-5` → its spans, in the order in which they started. */
export function named(spans: readonly ReadableSpan[], prefix: string): ReadableSpan[] {
  const found = spans.filter((span) => span.name.startsWith(prefix));
  return found.toSorted((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
}
