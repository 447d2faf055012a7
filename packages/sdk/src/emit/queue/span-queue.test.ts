/** The queue is bounded, sends requests of a size that a receiver accepts, and retries them while that makes sense. */
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { describe, expect, it, vi } from 'vitest';
import { RefusedError } from './delivery.ts';
import { troubles } from '../../platform/report.ts';
import { requestsOf, spanBytes, SpanQueue, type QueueLimits } from './span-queue.ts';

const LIMITS: QueueLimits = { maxSpans: 100, maxBatch: 10, delay: 60_000, timeout: 10_000 };
const URL = 'http://127.0.0.1:4318/v1/traces';

function made(count: number, attributes: Record<string, string> = {}): ReadableSpan[] {
  const processor = new SimpleSpanProcessor({ exporter: new InMemorySpanExporter() });
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test');
  return Array.from({ length: count }, () => {
    const span = tracer.startSpan('chat', { attributes }, ROOT_CONTEXT);
    span.end();
    return span as unknown as ReadableSpan;
  });
}

/**
 * A queue to a receiver with these answers, in order, that then accepts everything; `received` has the spans of each
 * accepted request.
 */
function queueTo(answers: (Error | undefined)[], limits: Partial<QueueLimits> = {}) {
  const received: (readonly ReadableSpan[])[] = [];
  const attempts: Date[] = [];
  let last: readonly ReadableSpan[] = [];
  const queue = new SpanQueue(
    {
      url: URL,
      serialize: (spans) => ((last = spans), new Uint8Array()),
      post() {
        attempts.push(new Date());
        const failure = answers.shift();
        if (failure) return Promise.reject(failure);
        received.push(last);
        return Promise.resolve();
      },
    },
    { ...LIMITS, ...limits },
  );
  return { queue, received, attempts };
}

const soon = () => Date.now() + 1_000;

describe('requestsOf', () => {
  it('splits a batch where one request would be too large, and keeps every span in order', () => {
    const spans = made(10, { text: 'x'.repeat(1_000) });
    const requests = requestsOf(spans, 512, 3 * spanBytes(spans[0]!));
    expect(requests.map((request) => request.length)).toEqual([3, 3, 3, 1]);
    expect(requests.flat()).toEqual(spans);
  });

  it('splits a batch of too many spans', () => {
    expect(requestsOf(made(10), 4).map((request) => request.length)).toEqual([4, 4, 2]);
  });

  it('sends a span larger than a request alone', () => {
    const spans = made(2, { text: 'x'.repeat(1_000) });
    expect(requestsOf(spans, 512, 10).map((request) => request.length)).toEqual([1, 1]);
  });
});

describe('the queue', () => {
  it('drops and counts spans without room, warns once, and has room again after a flush', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { queue, received } = queueTo([], { maxSpans: 3 });
    const spans = made(5);
    for (const span of spans) queue.onEnd(span);
    expect([queue.size, troubles().get('span dropped')]).toEqual([3, 2]);
    expect(warn).toHaveBeenCalledOnce();
    await queue.flush(soon());
    expect(received.flat()).toEqual(spans.slice(0, 3));
    expect([queue.size, queue.bytes]).toEqual([0, 0]);
    expect(queue.undelivered()).toMatchObject({ spans: 0, dropped: 2 });
    warn.mockRestore();
  });

  it('keeps most of its room for spans that have ended', async () => {
    const { queue, received } = queueTo([], { maxSpans: 8 });
    const open = made(4).map((span) => Object.assign(span, { isOpen: true }));
    const ended = made(2);
    for (const span of [...open, ...ended]) queue.onEnd(span);
    await queue.flush(soon());
    expect(received.flat()).toEqual([...open.slice(0, 2), ...ended]);
  });

  it('retries a busy receiver before the deadline, after the pause that it requests, and no other', async () => {
    const busy = queueTo([new RefusedError(503, 'busy', '0')]);
    for (const span of made(2)) busy.queue.onEnd(span);
    await busy.queue.flush(soon());
    expect([busy.attempts.length, busy.queue.size]).toEqual([2, 0]);

    const later = queueTo([new RefusedError(503, 'busy', '30')]);
    for (const span of made(2)) later.queue.onEnd(span);
    await later.queue.flush(soon());
    expect([later.attempts.length, later.queue.size]).toEqual([1, 2]);
    await later.queue.shutdown();
  });

  it('keeps unsent spans for the next attempt, and counts them meanwhile', async () => {
    const { queue, received } = queueTo([new Error('connect ECONNREFUSED')]);
    const spans = made(2);
    for (const span of spans) queue.onEnd(span);
    await queue.flush(soon());
    expect(queue.undelivered()).toMatchObject({ spans: 2, dropped: 0, reason: { message: 'connect ECONNREFUSED' } });
    await queue.flush(soon());
    expect(received.flat()).toEqual(spans);
    expect(queue.undelivered().spans).toBe(0);
  });

  it('drops permanently refused spans at once, and counts them', async () => {
    const { queue, attempts } = queueTo([new RefusedError(401, 'Unauthorized')]);
    for (const span of made(2)) queue.onEnd(span);
    await queue.flush(soon());
    expect(attempts).toHaveLength(1);
    expect(queue.undelivered()).toMatchObject({ spans: 0, dropped: 2, reason: { code: 401 } });
  });
});
