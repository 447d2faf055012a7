/**
 * From exchanges to spans: reads what the tap kept, finds the trace it belongs to, and emits. Runs after the caller has gone on; nothing
 * here is awaited by anybody but `flush()`. The one place with state: what waits to be read, to be repeated, or to be answered.
 */
import { isSpanContextValid, trace, type SpanContext } from '@opentelemetry/api';
import { readRequest, type ModelRequest } from '@subtext/reasoning';
import { answersIn } from './answers.ts';
import { Attempts } from './attempts.ts';
import { now } from './clock.ts';
import { earlyParent } from './context.ts';
import { rememberCredentials } from './credentials.ts';
import { emitGeneration, emitToolCall, type ToolOutcome } from './emit.ts';
import { isRetrieval, type Exchange, type Outcome } from './exchange.ts';
import { pathOf, readGeneration, type Generation } from './generation.ts';
import type { Recording } from './observed-fetch.ts';
import { PendingCalls, type PendingCall } from './pending-calls.ts';
import { unreferenced } from './platform/platform.ts';
import { StitchMemory, type Continuation } from './stitch.ts';
import { currentTracer, loadTracer } from './tracing.ts';
import { isUnderWay, type Thread, type Turn } from './turn.ts';
import { WorkQueue } from './work-queue.ts';

const SWEEP_MS = 5_000;

/** What was read of a request when it went out. */
interface Seen {
  request: ModelRequest | null;
  /** What it continues; of a stored response that is fetched, what was known of it. */
  continuation: Continuation | null;
}

/** The response that asked. */
interface OpenedBy {
  exchange: Exchange;
  span: SpanContext;
  turn: Turn | undefined;
  /** The provider's own tools may be answered in the next response. */
  goesOn: boolean;
}

export class Recorder implements Recording {
  readonly #queue = new WorkQueue(() => (currentTracer() ? true : loadTracer()));
  readonly #attempts = new Attempts();
  readonly #memory = new StitchMemory();
  readonly #pending = new PendingCalls();
  readonly #seen = new WeakMap<Exchange, Seen>();
  /** Under way: told as cut when the process ends first. */
  readonly #open = new Set<Exchange>();
  #sweeper: ReturnType<typeof setTimeout> | undefined;

  started(exchange: Exchange): void {
    this.#open.add(exchange);
    this.#whenReadable(exchange, () => {
      this.#attempts.claim(exchange, this.#open);
      this.#seeRequest(exchange);
    });
  }

  ended(exchange: Exchange): void {
    this.#open.delete(exchange);
    if (this.#attempts.hold(exchange, now())) this.#sweepLater();
    else this.#whenReadable(exchange, () => this.#close(exchange));
  }

  /** The pending call that a function is about to run, taken over by that function's own span. */
  claim(name: string, args: readonly unknown[], active: SpanContext | undefined): PendingCall | undefined {
    return this.#pending.claim(name, args, active);
  }

  /** Reads now what has ended; nothing while the tracer is still loading. */
  catchUp(): void {
    this.#queue.settle();
  }

  /** Runs the job when all that has passed until now is read. */
  later(job: () => void): void {
    this.#queue.add(job);
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
    // A repeated request continues what its first attempt did.
    const known = this.#seen.get(exchange) ?? this.#seen.get(exchange.earlier.at(-1) ?? exchange);
    if (known) return known;
    rememberCredentials(exchange);
    const request = requestOf(exchange);
    const active = activeSpan(exchange);
    const asking = { time: exchange.startedAt, active, run: exchange.settings.run };
    const continuation = request ? this.#memory.find(request, asking) : this.#retrieved(exchange);
    const seen: Seen = { request, continuation };
    this.#seen.set(exchange, seen);
    if (request && this.#pending.size > 0) this.#takeResults(exchange, request, continuation);
    return seen;
  }

  #takeResults(exchange: Exchange, request: ModelRequest, continuation: Continuation | null): void {
    const whereabouts = { thread: continuation?.turn.thread, active: activeSpan(exchange) };
    for (const { asked, result } of answersIn(request, continuation)) {
      const pending = asked ? this.#pending.answerTo(asked) : this.#pending.answer(result.callId, whereabouts);
      if (!pending) continue;
      const { isError } = result;
      const { startedAt: endedAt, settings } = exchange;
      this.#emitToolCall(pending, { endedAt, result: result.result, isError, settings });
    }
  }

  #retrieved(exchange: Exchange): Continuation | null {
    const id = isRetrieval(exchange) ? pathOf(exchange.url).split('/').at(-1) : undefined;
    const turn = id ? this.#memory.stored(id, now()) : undefined;
    return turn ? { turn, by: undefined, lastReasoningCallId: turn.startedWith } : null;
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
    const startedWith = continuation?.lastReasoningCallId ?? null;
    const carried = continuation?.carried;
    const before = { lastReasoningCallId: startedWith, ...(carried && { carried }) };
    const generation = readGeneration(exchange, request, before);
    if (!generation) return;
    const parent = this.#parentOf(generation, continuation);
    if (parent === 'told') return;
    const span = this.#tracing((tracer) => emitGeneration(tracer, generation, parent));
    if (!span) return;
    const { response } = generation;
    if (!response) return;
    const { run } = exchange.settings;
    const made = { ...generation, response, home: parent ?? span, startedWith, time: now(), run };
    const turns = this.#memory.remember({ ...made, continued: continuation?.turn });
    this.#takeLateResults(generation, turns[0]?.thread);
    const goesOn = response.continues === 'turn';
    for (const [index, { calls }] of generation.attributed.entries()) {
      this.#openCalls(calls, { exchange, span, turn: turns[index], goesOn });
    }
    if (this.#pending.size > 0) this.#sweepLater();
  }

  /** Of the provider's tools: the turn was paused between the call and its result. */
  #takeLateResults({ attributed, exchange }: Generation, thread: Thread | undefined): void {
    for (const { callId, ...late } of attributed.flatMap(({ lateResults = [] }) => lateResults)) {
      const pending = this.#pending.answer(callId, { thread });
      if (pending) this.#emitToolCall(pending, { endedAt: exchange.endedAt ?? now(), result: undefined, ...late });
    }
  }

  /** `told`: a stored response that was fetched again, or is not ready yet. */
  #parentOf({ exchange, response }: Generation, continuation: Continuation | null): SpanContext | undefined | 'told' {
    const home = activeSpan(exchange) ?? continuation?.turn.home;
    if (!isRetrieval(exchange)) return home;
    const told = !response?.id || isUnderWay(response) || continuation?.turn.whole === true;
    return told ? 'told' : home;
  }

  #openCalls(calls: PendingCall['call'][], { exchange, span, turn, goesOn }: OpenedBy): void {
    const askedAt = exchange.endedAt ?? now();
    const { settings } = exchange;
    const home = turn?.home ?? span;
    const asked = turn ? [...turn.calls] : [];
    for (const call of calls) {
      if (call.type === 'answer') continue;
      const pending: PendingCall = {
        call,
        asked: asked.shift(),
        thread: turn?.thread ?? span,
        home,
        settings,
        askedAt,
      };
      if (call.result === undefined && (call.type === 'function' || goesOn)) {
        for (const crowded of this.#pending.open(pending)) this.#emitToolCall(crowded, { endedAt: crowded.askedAt });
      } else {
        // The provider ran it, somewhere between the request and the end of the response.
        const within = { ...pending, home: span, askedAt: exchange.startedAt };
        this.#emitToolCall(within, { endedAt: askedAt, result: call.result, isError: call.isError ?? false });
      }
    }
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
    unreferenced(this.#sweeper);
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
  return active && isSpanContextValid(active) ? active : earlyParent(exchange.settings.run)?.span;
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
