/** An application's own tracer provider that keeps its spans in memory for the tests. */
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { recorder } from '../conversation/recorder.ts';

export interface Spans {
  /** The ended spans, after everything that has ended is read. Calls without a result are still pending. */
  now(): Promise<ReadableSpan[]>;
  /** All spans, including calls without an answer. */
  all(): Promise<ReadableSpan[]>;
  clear(): Promise<void>;
}

let collecting: InMemorySpanExporter | undefined;

/** One provider for a process: a test file that runs others (behind-port.test.ts) uses theirs. */
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

/** The spans with this name prefix, such as `chat gpt-5`, in the order of their start. */
export function named(spans: readonly ReadableSpan[], prefix: string): ReadableSpan[] {
  const found = spans.filter((span) => span.name.startsWith(prefix));
  return found.toSorted((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
}
