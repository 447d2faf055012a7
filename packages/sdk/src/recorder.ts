/**
 * From exchanges to spans: reads what the tap kept, finds the trace it belongs to, and emits. Runs after the caller has gone on; nothing
 * here is awaited by anybody but `flush()`. The one place with state: what waits to be read, to be repeated, or to be answered.
 */
import { isSpanContextValid, trace, type SpanContext } from '@opentelemetry/api';
import { readRequest, type ModelRequest } from '@subtext/reasoning';
import { Attempts } from './attempts.ts';
import { now } from './clock.ts';
import { emitGeneration, emitToolCall, type ToolOutcome } from './emit.ts';
import { isRetrieval, type Exchange, type Outcome } from './exchange.ts';
import { pathOf, readGeneration, type Generation } from './generation.ts';
import type { Recording } from './observed-fetch.ts';
import { PendingCalls, type PendingCall } from './pending-calls.ts';
import { isUnderWay, StitchMemory, type Continuation } from './stitch.ts';
import { currentTracer, loadTracer } from './tracing.ts';
import { WorkQueue } from './work-queue.ts';

const SWEEP_MS = 5_000;

/** What was read of a request when it went out. */
interface Seen {
  request: ModelRequest | null;
  continuation: Continuation | null;
}

export class Recorder implements Recording {
  readonly #queue = new WorkQueue(() => (currentTracer() ? true : loadTracer()));
  readonly #attempts = new Attempts();
  readonly #memory = new StitchMemory();
  readonly #pending = new PendingCalls();
  readonly #seen = new WeakMap<Exchange, Seen>();
  /** Under way: told as cut when the process ends first. */
  readonly #open = new Set<Exchange>();
  #sweeper: NodeJS.Timeout | undefined;

  started(exchange: Exchange): void {
    this.#open.add(exchange);
    this.#attempts.claim(exchange);
    this.#whenReadable(exchange, () => void this.#seeRequest(exchange));
  }

  ended(exchange: Exchange): void {
    this.#open.delete(exchange);
    if (this.#attempts.hold(exchange, now())) this.#sweepLater();
    else this.#whenReadable(exchange, () => this.#close(exchange));
  }

  /** The pending call that a function is about to run, taken over by that function's own span. */
  claim(name: string, args: readonly unknown[], active: SpanContext | undefined): PendingCall | undefined {
    this.#queue.settle();
    return this.#pending.claim(name, args, active);
  }

  /** Resolves when all that has ended is read; what waits for an answer goes on waiting. */
  settled(): Promise<void> {
    return this.#queue.drained();
  }

  /** Reads all that has ended and closes what still waits: calls without a result, attempts without a successor. */
  async flush(): Promise<void> {
    await this.#queue.drained();
    this.#sweep(Infinity);
    await this.#queue.drained();
  }

  /** Also ends what is under way: nobody will see it end. */
  async abandon(outcome: Outcome = 'cut'): Promise<void> {
    for (const exchange of this.#open) {
      exchange.endedAt = now();
      exchange.outcome = outcome;
      this.#whenReadable(exchange, () => this.#close(exchange));
    }
    this.#open.clear();
    await this.flush();
  }

  /** True when a flush would have something to do. */
  get busy(): boolean {
    return this.#queue.size + this.#pending.size + this.#attempts.size + this.#open.size > 0;
  }

  /** Bodies of `Request` objects are read asynchronously; all others at once. */
  #whenReadable(exchange: Exchange, job: () => void): void {
    const { requestBody } = exchange;
    if (!(requestBody instanceof Promise)) return this.#queue.add(job);
    void requestBody.then((text) => {
      exchange.requestBody = text ?? '';
      this.#queue.add(job);
    });
  }

  #seeRequest(exchange: Exchange): Seen {
    const known = this.#seen.get(exchange);
    if (known) return known;
    const request = requestOf(exchange);
    const active = activeSpan(exchange);
    const continuation = request ? this.#memory.find(request, exchange.startedAt, active) : null;
    const seen: Seen = { request, continuation };
    this.#seen.set(exchange, seen);
    for (const { callId, result, isError } of request?.toolResults ?? []) {
      const pending = this.#pending.answer(callId, [active, continuation?.home]);
      if (pending) this.#emitToolCall(pending, { endedAt: exchange.startedAt, result, isError });
    }
    return seen;
  }

  #close(exchange: Exchange): void {
    try {
      this.#record(exchange);
    } finally {
      for (const { body } of [...exchange.earlier, exchange]) body.clear();
    }
  }

  #record(exchange: Exchange): void {
    const { request, continuation } = this.#seeRequest(exchange);
    const generation = readGeneration(exchange, request, continuation?.lastReasoningCallId ?? null);
    if (!generation) return;
    const parent = this.#parentOf(generation, continuation);
    if (parent === 'told') return;
    const span = this.#tracing((tracer) => emitGeneration(tracer, generation, parent));
    if (!span) return;
    const home = parent ?? span;
    if (generation.response) {
      this.#memory.remember({ request, response: generation.response, attributed: generation.attributed }, home, now());
    }
    this.#openCalls(
      generation.attributed.flatMap(({ calls }) => calls),
      exchange,
      { home, span },
    );
  }

  /** `told`: a stored response that was fetched again, or is not ready yet. */
  #parentOf({ exchange, response }: Generation, continuation: Continuation | null): SpanContext | undefined | 'told' {
    const under = activeSpan(exchange);
    if (!isRetrieval(exchange)) return under ?? continuation?.home;
    if (!response?.id || isUnderWay(response)) return 'told';
    const stored = this.#memory.stored(response.id, now());
    return stored?.whole ? 'told' : (under ?? stored?.home);
  }

  #openCalls(calls: PendingCall['call'][], exchange: Exchange, at: { home: SpanContext; span: SpanContext }): void {
    const askedAt = exchange.endedAt ?? now();
    for (const call of calls) {
      if (call.type === 'answer') continue;
      const pending: PendingCall = { call, home: at.home, settings: exchange.settings, askedAt };
      if (call.type === 'function' && call.result === undefined) {
        for (const crowded of this.#pending.open(pending)) this.#emitToolCall(crowded, { endedAt: crowded.askedAt });
      } else {
        // The provider ran it, somewhere between the request and the end of the response.
        const within = { ...pending, home: at.span, askedAt: exchange.startedAt };
        this.#emitToolCall(within, { endedAt: askedAt, result: call.result, isError: call.isError ?? false });
      }
    }
    if (this.#pending.size > 0) this.#sweepLater();
  }

  #emitToolCall(pending: PendingCall, outcome: ToolOutcome): void {
    this.#tracing((tracer) => emitToolCall(tracer, pending, outcome));
  }

  #tracing<T>(emit: (tracer: NonNullable<ReturnType<typeof currentTracer>>) => T): T | undefined {
    const tracer = currentTracer();
    return tracer ? emit(tracer) : undefined;
  }

  #sweepLater(): void {
    if (this.#sweeper) return;
    this.#sweeper = setTimeout(() => {
      this.#sweeper = undefined;
      this.#sweep(now());
      if (this.#attempts.size + this.#pending.size > 0) this.#sweepLater();
    }, SWEEP_MS);
    this.#sweeper.unref();
  }

  #sweep(time: number): void {
    for (const exchange of this.#attempts.expired(time)) this.#whenReadable(exchange, () => this.#close(exchange));
    for (const pending of this.#pending.expired(time)) {
      this.#queue.add(() => this.#emitToolCall(pending, { endedAt: pending.askedAt }));
    }
  }
}

function activeSpan(exchange: Exchange): SpanContext | undefined {
  const active = trace.getSpanContext(exchange.context);
  return active && isSpanContextValid(active) ? active : undefined;
}

function requestOf(exchange: Exchange): ModelRequest | null {
  const { requestBody } = exchange;
  const text = requestBody instanceof Uint8Array ? new TextDecoder().decode(requestBody) : requestBody;
  if (typeof text !== 'string' || text === '') return null;
  try {
    return readRequest(JSON.parse(text), pathOf(exchange.url));
  } catch {
    return null; // not JSON after all
  }
}

/** All clients of a process share it, so that one agent may use several. */
export const recorder = new Recorder();
