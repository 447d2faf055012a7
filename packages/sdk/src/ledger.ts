/**
 * What is known of the calls that have passed: the conversations they belong to, and what they asked of tools. Reads exchanges, finds the
 * trace of each, and emits. Behind recorder.ts, in the thread of the caller or in one of its own (remote-ledger.ts, ledger-host.ts).
 */
import { isSpanContextValid, trace, type SpanContext } from '@opentelemetry/api';
import { isAnsweredByCaller, readRequest, type ModelRequest } from '@subtext/reasoning';
import { answersIn } from './answers.ts';
import { now } from './clock.ts';
import { earlyParent } from './context.ts';
import { emitGeneration, emitPaidBeside, emitSnapshot, emitToolCall, type ToolOutcome } from './emit.ts';
import { isRetrieval, type Exchange } from './exchange.ts';
import { pathOf, readGeneration, type Generation } from './generation.ts';
import { OldestKeys } from './oldest-keys.ts';
import { PendingCalls, type ClaimQuestion, type PendingCall } from './pending-calls.ts';
import { guarded } from './report.ts';
import { StitchMemory, type Continuation } from './stitch.ts';
import { Sweeper } from './sweeper.ts';
import { currentTracer, loadTracer } from './tracing.ts';
import { isCut, isUnderWay, type AskedCall, type Thread, type Turn } from './turn.ts';
import { NOTHING, type Undelivered } from './undelivered.ts';

/** A pending call in the hands of the function that runs it. */
export interface Claimed extends Pick<PendingCall, 'call' | 'home' | 'settings'> {
  /** Names it when its function has given something. */
  ticket: number;
}

export interface Ledger {
  /** Nothing is written into it while this is a promise. */
  ready(): true | Promise<unknown>;
  /** A request went out. */
  see(exchange: Exchange): void;
  /** Its answer streams, and is told of as far as it has come. */
  glance(exchange: Exchange): void;
  /** It has ended, and nobody repeats it. Lets go of its bytes. */
  close(exchange: Exchange): void;
  /** The pending call that a function is about to run, taken over by that function's own span. */
  claim(question: ClaimQuestion): Claimed | undefined;
  /** What the function of a claimed call gave, as `answerMark` makes it. */
  answered(ticket: number, mark: number): void;
  /** Resolves when all that it was told is read. */
  settled(): Promise<void>;
  /** Records calls that wait for a result without one, and sends all until the deadline (Unix milliseconds). Never rejects. */
  flush(deadline?: number): Promise<void>;
  /** As `flush`, for the last time. */
  stop(deadline?: number): Promise<void>;
  /** As `flush`, while this thread stands still. */
  flushNow(deadline: number): void;
  /** What has left this thread, and was not sent. */
  undelivered(): Undelivered;
  /** What a flush would tell. */
  readonly size: number;
}

/** What was read of a request when it went out. */
export interface Seen {
  request: ModelRequest | null;
  /** What it continues; of a stored response that is fetched, what was known of it. */
  continuation: Continuation | null;
}

/** All that a ledger knows: plain data, equal objects in it are the same. */
export interface Entries {
  known: Map<string, Turn[]>;
  pending: PendingCall[];
  tickets: Map<number, AskedCall>;
  lastTicket: number;
}

/** The response that asked. */
interface OpenedBy {
  exchange: Exchange;
  span: SpanContext;
  turn: Turn | undefined;
  /** The provider's own tools may be answered in the next response. */
  goesOn: boolean;
  /** Ids of calls that have their span. */
  again: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

const MAX_TICKETS = 10_000;

export class LocalLedger implements Ledger {
  readonly #memory: StitchMemory;
  readonly #pending = new PendingCalls();
  /** Of exchanges that are not closed. */
  readonly #seen: Map<Exchange, Seen>;
  readonly #tickets: Map<number, AskedCall>;
  readonly #oldestTickets: OldestKeys<number>;
  #lastTicket: number;
  readonly #sweeper = new Sweeper(() => {
    this.#tellUnanswered(now());
    return this.#pending.size > 0;
  });

  /** `entries` and `seen`: of the ledger that it goes on with. */
  constructor(entries?: Entries, seen?: Iterable<readonly [Exchange, Seen]>) {
    this.#memory = new StitchMemory(entries?.known);
    this.#seen = new Map(seen);
    this.#tickets = entries?.tickets ?? new Map<number, AskedCall>();
    this.#oldestTickets = new OldestKeys(this.#tickets);
    this.#lastTicket = entries?.lastTicket ?? 0;
    for (const pending of entries?.pending ?? []) this.#pending.open(pending);
    if (this.#pending.size > 0) this.#sweeper.later();
  }

  ready(): true | Promise<unknown> {
    return currentTracer() ? true : loadTracer();
  }

  get size(): number {
    return this.#pending.size;
  }

  entries(): Entries {
    const pending = [...this.#pending.all()];
    return { known: this.#memory.known, pending, tickets: this.#tickets, lastTicket: this.#lastTicket };
  }

  get seen(): ReadonlyMap<Exchange, Seen> {
    return this.#seen;
  }

  see(exchange: Exchange): void {
    this.#seeRequest(exchange);
  }

  glance(exchange: Exchange): void {
    if (!currentTracer()?.tellOpen || exchange.outcome !== undefined || isRetrieval(exchange)) return;
    const { generation, continuation } = this.#read(exchange);
    const { response } = generation ?? {};
    if (!generation || !response || response.choices.length === 0) return;
    const parent = homeOf(exchange, continuation);
    this.#tracing((tracer) => emitSnapshot(tracer, { ...generation, response }, parent));
  }

  close(exchange: Exchange): void {
    try {
      this.#record(exchange);
    } finally {
      for (const attempt of [...exchange.earlier, exchange]) {
        this.#seen.delete(attempt);
        attempt.body.clear();
      }
    }
  }

  claim(question: ClaimQuestion): Claimed | undefined {
    const pending = this.#pending.claim(question);
    if (!pending) return undefined;
    const { call, home, settings, asked } = pending;
    this.#lastTicket += 1;
    if (asked) this.#tickets.set(this.#lastTicket, asked);
    if (this.#tickets.size > MAX_TICKETS) this.#tickets.delete(this.#oldestTickets.take() ?? 0);
    return { call, home, settings, ticket: this.#lastTicket };
  }

  answered(ticket: number, mark: number): void {
    const asked = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (asked) asked.answer = mark;
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  flush(): Promise<void> {
    this.#tellUnanswered(Infinity);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return this.flush();
  }

  flushNow(): void {
    this.#tellUnanswered(Infinity);
  }

  undelivered(): Undelivered {
    return NOTHING;
  }

  #seeRequest(exchange: Exchange): Seen {
    // A repeated request continues what its first attempt did.
    const known = this.#seen.get(exchange) ?? this.#seen.get(exchange.earlier.at(-1) ?? exchange);
    if (known) {
      this.#seen.set(exchange, known);
      return known;
    }
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

  /** `generation` is null when this was no model call. */
  #read(exchange: Exchange): { generation: Generation | null; continuation: Continuation | null } {
    const { request, continuation } = this.#seeRequest(exchange);
    const carried = continuation?.carried;
    const earlierCalls = continuation?.turn.parents;
    const before = {
      lastReasoningCallId: continuation?.lastReasoningCallId ?? null,
      ...(carried && { carried }),
      ...(earlierCalls && { earlierCalls }),
    };
    return { generation: readGeneration(exchange, request, before), continuation };
  }

  #record(exchange: Exchange): void {
    const { generation, continuation } = this.#read(exchange);
    if (!generation) return;
    const startedWith = continuation?.lastReasoningCallId ?? null;
    const parent = this.#parentOf(generation, continuation);
    if (parent === 'told') return;
    const span = this.#tracing((tracer) => emitGeneration(tracer, generation, parent));
    if (!span) return;
    this.#tracing((tracer) => emitPaidBeside(tracer, generation, span));
    const { response } = generation;
    if (!response) return;
    const { run } = exchange.settings;
    const made = { ...generation, response, home: parent ?? span, startedWith, time: now(), run };
    const turns = this.#memory.remember({ ...made, continued: continuation?.turn });
    this.#takeLateResults(generation, turns[0]?.thread);
    const goesOn = response.continues === 'turn';
    const again = isRetrieval(exchange) ? this.#toldBefore(continuation?.turn) : NONE;
    for (const [index, { calls }] of generation.attributed.entries()) {
      this.#openCalls(calls, { exchange, span, turn: turns[index], goesOn, again });
    }
    if (this.#pending.size > 0) this.#sweeper.later();
  }

  /** Calls of a stored response that its first stream told, by id. Those that wait for an answer are opened anew, whole. */
  #toldBefore(turn: Turn | undefined): ReadonlySet<string> {
    const told = (turn?.calls ?? []).filter((asked) => this.#pending.answerTo(asked) === undefined);
    return new Set(told.map(({ id }) => id));
  }

  /** Of the provider's tools: the turn was paused between the call and its result. */
  #takeLateResults({ attributed, exchange }: Generation, thread: Thread | undefined): void {
    for (const { callId, ...late } of attributed.flatMap(({ lateResults = [] }) => lateResults)) {
      const pending = this.#pending.answer(callId, { thread });
      if (pending) this.#emitToolCall(pending, { endedAt: exchange.endedAt ?? now(), result: undefined, ...late });
    }
  }

  /** `told`: a stored response that was fetched again, or is not ready yet. One whose stream broke off before is told when it is whole. */
  #parentOf({ exchange, response }: Generation, continuation: Continuation | null): SpanContext | undefined | 'told' {
    const home = homeOf(exchange, continuation);
    if (!isRetrieval(exchange)) return home;
    const before = continuation?.turn;
    const isWaitedFor = !response?.id || isUnderWay(response) || (before !== undefined && isCut(response));
    return isWaitedFor || before?.whole === true ? 'told' : home;
  }

  #openCalls(calls: PendingCall['call'][], { exchange, span, turn, goesOn, again }: OpenedBy): void {
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
      if (again.has(call.id)) continue;
      if (call.result === undefined && (isAnsweredByCaller(call) || goesOn)) {
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

  #tellUnanswered(time: number): void {
    for (const pending of this.#pending.expired(time)) {
      guarded('record a tool call', () => this.#emitToolCall(pending, { endedAt: pending.askedAt }));
    }
  }
}

/** The parent of its generation: where the caller stood, else where the conversation is that it continues. */
function homeOf(exchange: Exchange, continuation: Continuation | null): SpanContext | undefined {
  return activeSpan(exchange) ?? continuation?.turn.home;
}

/** The span under which the caller stood. */
export function activeSpan(exchange: Exchange): SpanContext | undefined {
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
