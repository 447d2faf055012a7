/** What waits to be sent is bounded, and a batch leaves in requests a receiver takes. */
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { BatchSpanProcessor, InMemorySpanExporter, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { describe, expect, it, vi } from 'vitest';
import { Backlog, BoundedExporter, BoundedProcessor, requestsOf, spanBytes } from './bounded-processor.ts';
import { troubles } from './report.ts';

function made(count: number, attributes: Record<string, string> = {}): ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const processor = new BatchSpanProcessor({ exporter, maxQueueSize: 10_000 });
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test');
  return Array.from({ length: count }, () => {
    const span = tracer.startSpan('chat', { attributes }, ROOT_CONTEXT);
    span.end();
    return span as unknown as ReadableSpan;
  });
}

describe('requestsOf', () => {
  it('splits a batch where one request would be too large, and keeps every span in order', () => {
    const spans = made(10, { text: 'x'.repeat(1_000) });
    const requests = requestsOf(spans, 3 * spanBytes(spans[0]!));
    expect(requests.map((request) => request.length)).toEqual([3, 3, 3, 1]);
    expect(requests.flat()).toEqual(spans);
  });

  it('sends a span alone that is larger than a request', () => {
    expect(requestsOf(made(2, { text: 'x'.repeat(1_000) }), 10).map((request) => request.length)).toEqual([1, 1]);
  });
});

describe('the backlog', () => {
  it('drops and counts what has no room, tells once, and has room again after a flush', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const backlog = new Backlog();
    const memory = new InMemorySpanExporter();
    const exporter = new BoundedExporter(memory, backlog, 'http://127.0.0.1:4318/v1/traces');
    const inner = new BatchSpanProcessor({ exporter, maxQueueSize: 100, scheduledDelayMillis: 60_000 });
    const processor = new BoundedProcessor(inner, backlog, 3);
    const spans = made(5);
    for (const span of spans) processor.onEnd(span);
    expect([backlog.spans, troubles().get('span dropped')]).toEqual([3, 2]);
    expect(warn).toHaveBeenCalledOnce();
    await processor.forceFlush();
    expect(memory.getFinishedSpans()).toEqual(spans.slice(0, 3));
    expect([backlog.spans, backlog.bytes]).toEqual([0, 0]);
    await processor.shutdown();
    warn.mockRestore();
  });

  it('keeps most of its room for spans that have ended', async () => {
    const backlog = new Backlog();
    const memory = new InMemorySpanExporter();
    const exporter = new BoundedExporter(memory, backlog, 'http://127.0.0.1:4318/v1/traces');
    const inner = new BatchSpanProcessor({ exporter, maxQueueSize: 100, scheduledDelayMillis: 60_000 });
    const processor = new BoundedProcessor(inner, backlog, 8);
    const open = made(4).map((span) => Object.assign(span, { isOpen: true }));
    const ended = made(2);
    for (const span of [...open, ...ended]) processor.onEnd(span);
    await processor.forceFlush();
    expect(memory.getFinishedSpans()).toEqual([...open.slice(0, 2), ...ended]);
    await processor.shutdown();
  });
});
