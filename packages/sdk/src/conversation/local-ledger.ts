/**
 * The state of past calls: their conversations, and the tool calls they requested. Reads exchanges, finds the trace of
 * each, and creates spans. Runs in the caller's thread, or in its own (thread/ledger-host.ts).
 */
import type { SpanContext } from '@opentelemetry/api';
import { isAnsweredByCaller, statusOfResult, type ModelRequest } from '@subtext/reasoning';
import { answersIn } from './stitching/answers.ts';
import { now } from '../platform/clock.ts';
import { emitGeneration, emitPaidBeside, emitSnapshot } from '../emit/spans/generation-span.ts';
import { emitToolCall, type ToolOutcome } from '../emit/spans/tool-span.ts';
import { activeSpan, isRetrieval, type Exchange } from '../exchange/exchange.ts';
import { urlPath, readGeneration, requestOf, type Generation } from '../exchange/generation.ts';
import { OldestKeys } from '../platform/oldest-keys.ts';
import type { Claimed, Entries, Ledger, ReadRequest } from './ledger.ts';
import { asksForTask, recordTask } from './record-task.ts';
import { PendingCalls, type ClaimQuery, type PendingCall } from './pending-calls.ts';
import { guarded } from '../platform/report.ts';
import { agentHandedTo, answeringAgent, findHandOver, quotedResult, withAgent } from './stitching/hand-over.ts';
import { originOf, type RequestOrigin } from './stitching/likeliest-turn.ts';
import { requestHistory } from './stitching/request-history.ts';
import { StitchMemory, type Continuation } from './stitching/stitch.ts';
import { nestedUnder, TRACER, type HeldConversation, type SpanSink } from './sub-agents/held-conversation.ts';
import { answerOf } from './sub-agents/proofs.ts';
import { SubAgents } from './sub-agents/sub-agents.ts';
import { ToolRuns, type ToolRun } from './tool-runs.ts';
import { Sweeper } from './sweeper.ts';
import { currentTracer } from '../emit/tracing.ts';
import { isInterrupted, isInProgress, type Conversation, type RequestedCall, type Turn } from './stitching/turn.ts';
import { NOTHING, type Undelivered } from '../emit/queue/undelivered.ts';

/** The response that requested the calls. */
interface CallSource {
  exchange: Exchange;
  span: SpanContext;
  turn: Turn | undefined;
  /** True when the next response may contain the results of the provider's own tools. */
  goesOn: boolean;
  /** Ids of calls that already have a span. */
  again: ReadonlySet<string>;
}

/** Where a response belongs. */
interface TracePlace {
  continuation: Continuation | null;
  parentSpan: SpanContext;
  agent: string | undefined;
}

const NONE: ReadonlySet<string> = new Set();
const MAX_TICKETS = 10_000;

export class LocalLedger implements Ledger {
  readonly #memory: StitchMemory;
  readonly #pending = new PendingCalls();
  readonly #toolRuns = new ToolRuns();
  readonly #subAgents = new SubAgents(TRACER);
  /** The first requests of conversations that are held. */
  readonly #heldRequests = new WeakMap<ReadRequest, HeldConversation>();
  /** Exchanges that were reported before their end. */
  readonly #reported = new WeakSet<Exchange>();
  /** The requests of open exchanges. */
  readonly #openRequests: Map<Exchange, ReadRequest>;
  readonly #tickets: Map<number, RequestedCall>;
  readonly #oldestTickets: OldestKeys<number>;
  #lastTicket: number;
  readonly #sweeper = new Sweeper(() => {
    this.#recordUnanswered(now());
    return this.#pending.size > 0;
  });

  /** `entries` and `openRequests`: the state of the ledger that this one continues. */
  constructor(entries?: Entries, openRequests?: Iterable<readonly [Exchange, ReadRequest]>) {
    this.#memory = new StitchMemory(entries?.turnsByKey);
    this.#openRequests = new Map(openRequests);
    this.#tickets = entries?.tickets ?? new Map<number, RequestedCall>();
    this.#oldestTickets = new OldestKeys(this.#tickets);
    this.#lastTicket = entries?.lastTicket ?? 0;
    for (const pending of entries?.pending ?? []) this.#pending.open(pending);
    if (this.#pending.size > 0) this.#sweeper.later();
  }

  get size(): number {
    return this.#pending.size + this.#subAgents.size;
  }

  /** Conversations that are held do not move, so moving releases them. */
  get isHolding(): boolean {
    return this.#subAgents.size > 0;
  }

  entries(): Entries {
    this.#subAgents.releaseAll();
    const pending = [...this.#pending.all()];
    return { turnsByKey: this.#memory.turnsByKey, pending, tickets: this.#tickets, lastTicket: this.#lastTicket };
  }

  get openRequests(): ReadonlyMap<Exchange, ReadRequest> {
    return this.#openRequests;
  }

  requestSent(exchange: Exchange): void {
    if (!asksForTask(exchange)) this.#readRequest(exchange);
  }

  answerStreaming(exchange: Exchange): void {
    const tracer = currentTracer();
    if (!tracer?.recordOpen || exchange.outcome !== undefined || isRetrieval(exchange) || asksForTask(exchange)) return;
    const { generation, continuation, held } = this.#read(exchange);
    const { response } = generation ?? {};
    if (!generation || !response || held || response.choices.length === 0) return;
    const parent = parentSpanOf(exchange, continuation);
    emitSnapshot(tracer, { ...generation, response }, parent);
    this.#reported.add(exchange);
  }

  close(exchange: Exchange): void {
    let calls: PendingCall[] = [];
    try {
      if (!recordTask(exchange)) calls = this.#record(exchange);
    } finally {
      for (const attempt of [...exchange.earlier, exchange]) {
        this.#openRequests.delete(attempt);
        attempt.body.clear();
        this.#subAgents.answerEnded(attempt, calls);
      }
      this.#subAgents.decide();
    }
  }

  claim(question: ClaimQuery): Claimed | undefined {
    const pending = this.#pending.claim(question);
    if (!pending) return undefined;
    if (!question.active) this.#subAgents.release(pending.conversation);
    this.#subAgents.ended(pending);
    this.#subAgents.decide();
    const { call, parentSpan, settings, requested } = pending;
    this.#lastTicket += 1;
    if (requested) this.#tickets.set(this.#lastTicket, requested);
    if (this.#tickets.size > MAX_TICKETS) this.#tickets.delete(this.#oldestTickets.take() ?? 0);
    return { call, parentSpan, settings, ticket: this.#lastTicket };
  }

  functionReturned(ticket: number, mark: number): void {
    const requested = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (requested) requested.answer = mark;
  }

  toolRan(run: ToolRun): void {
    this.#toolRuns.add(run);
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  flush(): Promise<void> {
    this.#recordUnanswered(Infinity);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return this.flush();
  }

  flushNow(): void {
    this.#recordUnanswered(Infinity);
  }

  undelivered(): Undelivered {
    return NOTHING;
  }

  #readRequest(exchange: Exchange): ReadRequest {
    // A retry continues the same turn as its first attempt.
    const earlier = this.#openRequests.get(exchange) ?? this.#openRequests.get(exchange.earlier.at(-1) ?? exchange);
    if (earlier) {
      this.#openRequests.set(exchange, earlier);
      return earlier;
    }
    const request = requestOf(exchange);
    const origin = originOf(exchange);
    const found = request ? this.#memory.find(request, origin) : this.#retrieved(exchange);
    const continuation = found ?? (request && this.#handedOver(request, exchange, origin));
    const read: ReadRequest = { request, continuation };
    this.#openRequests.set(exchange, read);
    this.#subAgents.heldOf(continuation?.turn.conversation)?.goesOn();
    if (!request) return read;
    if (this.#pending.size > 0) this.#takeResults(exchange, request, continuation);
    this.#hold(read, exchange);
    return read;
  }

  /** The held conversation that the request belongs to. */
  #hold(read: ReadRequest, exchange: Exchange): HeldConversation | undefined {
    const { request, continuation } = read;
    const held = this.#subAgents.heldOf(continuation?.turn.conversation) ?? this.#heldRequests.get(read);
    if (held) return held.isReleased ? undefined : held;
    // What was reported before its end has its place in a trace.
    if (continuation || !request || this.#reported.has(exchange)) return undefined;
    if (this.#pending.size === 0 && this.#openRequests.size <= 1) return undefined;
    const calls = { pending: this.#pending.all(), open: this.#openRequests };
    const fresh = this.#subAgents.hold(request, originOf(exchange), calls);
    if (fresh) this.#heldRequests.set(read, fresh);
    return fresh;
  }

  /** The call that handed over has no result in the history of the new agent. */
  #handedOver(request: ModelRequest, exchange: Exchange, origin: RequestOrigin): Continuation | null {
    const call = findHandOver(requestHistory(request), origin, this.#pending.all());
    if (!call?.turn) return null;
    this.#pending.takeOne(call);
    const { startedAt: endedAt, settings } = exchange;
    const result = quotedResult(request, call.call);
    this.#emitToolCall(call, { endedAt, result, status: statusOfResult({ result }), settings });
    call.turn.isContinued = true;
    return { turn: call.turn, matchedCall: undefined, lastReasoningCallId: null, agent: agentHandedTo(call.call) };
  }

  #takeResults(exchange: Exchange, request: ModelRequest, continuation: Continuation | null): void {
    const resultOrigin = { conversation: continuation?.turn.conversation, active: activeSpan(exchange) };
    const answered = answersIn(request, continuation).flatMap(({ requested, result }) => {
      const pending = requested ? this.#pending.answerTo(requested) : this.#pending.answer(result.callId, resultOrigin);
      return pending ? [{ pending, result }] : [];
    });
    const { startedAt: endedAt, settings } = exchange;
    for (const { pending, result } of answered) {
      this.#emitToolCall(pending, { endedAt, result: result.result, status: statusOfResult(result), settings });
    }
    this.#subAgents.decide();
  }

  #retrieved(exchange: Exchange): Continuation | null {
    const id = isRetrieval(exchange) ? urlPath(exchange.url).split('/').at(-1) : undefined;
    const turn = id ? this.#memory.stored(id, now()) : undefined;
    return turn ? { turn, matchedCall: undefined, lastReasoningCallId: turn.startedWith } : null;
  }

  /** `generation` is null when this was not a model call. */
  #read(exchange: Exchange): {
    generation: Generation | null;
    continuation: Continuation | null;
    held: HeldConversation | undefined;
  } {
    const read = this.#readRequest(exchange);
    const { request, continuation } = read;
    const held = this.#hold(read, exchange);
    const carried = continuation?.carried;
    const earlierCalls = continuation?.turn.parents;
    const before = {
      lastReasoningCallId: continuation?.lastReasoningCallId ?? null,
      ...(carried && { carried }),
      ...(earlierCalls && { earlierCalls }),
    };
    return { generation: readGeneration(exchange, request, before), continuation, held };
  }

  /** Returns the calls that it requested, and that are pending now. */
  #record(exchange: Exchange): PendingCall[] {
    const { generation: read, continuation, held } = this.#read(exchange);
    if (!read) return [];
    const agent = answeringAgent(continuation);
    const generation = withAgent(read, agent, continuation);
    const found = this.#parentOf(generation, continuation);
    if (found === 'recorded') return [];
    const parent = held?.root ?? found;
    const span = this.#emitGeneration(held ?? TRACER, generation, parent);
    if (!span) return [];
    const turns = this.#remember(read, { continuation, parentSpan: parent ?? span, agent });
    if (held) this.#answered(held, generation, turns);
    if (!generation.response) return [];
    this.#takeLateResults(generation, turns[0]?.conversation);
    const goesOn = generation.response.continues === 'turn';
    const again = isRetrieval(exchange) ? this.#recordedCalls(continuation?.turn) : NONE;
    const opened = generation.attributed.flatMap(({ calls }, index) =>
      this.#openCalls(calls, { exchange: generation.exchange, span, turn: turns[index], goesOn, again }),
    );
    if (this.#pending.size > 0) this.#sweeper.later();
    return opened;
  }

  #answered(held: HeldConversation, { response, failure }: Generation, turns: readonly Turn[]): void {
    for (const { conversation } of turns) this.#subAgents.belongs(conversation, held);
    held.ended(response ? answerOf(response) : failure?.message);
    this.#subAgents.decide();
  }

  /** undefined without a tracer. */
  #emitGeneration({ record }: SpanSink, generation: Generation, parent: SpanContext | undefined) {
    if (!currentTracer()) return undefined;
    const span = emitGeneration(record, generation, parent);
    emitPaidBeside(record, generation, span);
    return span;
  }

  #remember(generation: Generation, place: TracePlace): Turn[] {
    const { response, exchange } = generation;
    if (!response) return [];
    const { continuation, parentSpan, agent } = place;
    const startedWith = continuation?.lastReasoningCallId ?? null;
    const made = { ...generation, response, parentSpan, startedWith, time: now(), run: exchange.settings.run, agent };
    return this.#memory.remember({ ...made, continued: continuation?.turn });
  }

  /**
   * Ids of the calls of a stored response that its first stream recorded. Pending ones are left out, since they are
   * opened again.
   */
  #recordedCalls(turn: Turn | undefined): ReadonlySet<string> {
    const recorded = (turn?.calls ?? []).filter((requested) => this.#pending.answerTo(requested) === undefined);
    return new Set(recorded.map(({ id }) => id));
  }

  /** Late results of the provider's tools, when the turn was paused between call and result. */
  #takeLateResults({ attributed, exchange }: Generation, conversation: Conversation | undefined): void {
    for (const late of attributed.flatMap(({ lateResults = [] }) => lateResults)) {
      const pending = this.#pending.answer(late.callId, { conversation });
      const endedAt = exchange.endedAt ?? now();
      if (pending) this.#emitToolCall(pending, { endedAt, result: late.result, status: statusOfResult(late) });
    }
  }

  /**
   * `recorded`: a stored response that was fetched again, or is not ready yet. One whose first stream was interrupted
   * is recorded when it is complete.
   */
  #parentOf(
    { exchange, response }: Generation,
    continuation: Continuation | null,
  ): SpanContext | undefined | 'recorded' {
    const parentSpan = parentSpanOf(exchange, continuation);
    if (!isRetrieval(exchange)) return parentSpan;
    const before = continuation?.turn;
    const isWaitedFor = !response?.id || isInProgress(response) || (before !== undefined && isInterrupted(response));
    return isWaitedFor || before?.whole === true ? 'recorded' : parentSpan;
  }

  #openCalls(calls: PendingCall['call'][], { exchange, span, turn, goesOn, again }: CallSource): PendingCall[] {
    const opened: PendingCall[] = [];
    const requestedAt = exchange.endedAt ?? now();
    const parentSpan = turn?.parentSpan ?? span;
    const requested = turn ? [...turn.calls] : [];
    for (const call of calls) {
      if (call.type === 'answer') continue;
      const pending: PendingCall = {
        call,
        requested: requested.shift(),
        askedAt: exchange.startedAt,
        turn,
        conversation: turn?.conversation ?? span,
        parentSpan,
        settings: exchange.settings,
        requestedAt,
      };
      if (again.has(call.id)) continue;
      if (call.result === undefined && (isAnsweredByCaller(call) || goesOn)) {
        for (const crowded of this.#pending.open(pending)) this.#emitUnanswered(crowded);
        opened.push(pending);
      } else {
        // The provider executed it between the request and the end of the response.
        const within: PendingCall = { ...pending, parentSpan: span, requestedAt: exchange.startedAt };
        this.#emitToolCall(within, { endedAt: requestedAt, result: call.result, status: call.status ?? 'unknown' });
      }
    }
    return opened;
  }

  #emitToolCall(pending: PendingCall, seen: ToolOutcome): void {
    if (!currentTracer()) return;
    const outcome = this.#toolRuns.outcomeOf(pending, seen);
    const { record } = this.#subAgents.sinkOf(pending.conversation);
    const span = emitToolCall(record, pending, outcome);
    const under = () => nestedUnder(span, pending);
    const { status, result } = outcome;
    this.#subAgents.ended(pending, status === 'no_result' ? undefined : { result, under });
  }

  #emitUnanswered(pending: PendingCall): void {
    this.#emitToolCall(pending, { endedAt: pending.requestedAt, status: 'no_result' });
  }

  #recordUnanswered(time: number): void {
    for (const pending of this.#pending.expired(time)) {
      guarded('record a tool call', () => this.#emitUnanswered(pending));
    }
    if (time === Infinity) this.#subAgents.releaseAll();
    else this.#subAgents.decide();
  }
}

/** The parent of the generation: the caller's active span, else the parent span of the continued turn. */
function parentSpanOf(exchange: Exchange, continuation: Continuation | null): SpanContext | undefined {
  return activeSpan(exchange) ?? continuation?.turn.parentSpan;
}
