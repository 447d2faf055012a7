/**
 * Finds sub-agents that run as tools. A new conversation whose question is an argument of a pending call is held. When
 * the call's result is its answer, its spans become children of the call; otherwise it has a trace of its own. Where
 * two conversations or two calls fit alike, none is nested.
 */
import type { ModelRequest } from '@subtext/reasoning';
import type { Exchange } from '../../exchange/exchange.ts';
import type { PendingCall } from '../pending-calls.ts';
import { findHandOver } from '../stitching/hand-over.ts';
import { requestHistory } from '../stitching/request-history.ts';
import { isOtherConversation, type RequestOrigin } from '../stitching/likeliest-turn.ts';
import type { Conversation } from '../stitching/turn.ts';
import {
  HeldConversation,
  takenOver,
  type CandidateResult,
  type ConversationBeginning,
  type NestedUnder,
  type SpanSink,
} from './held-conversation.ts';
import { startingAnswers, type OpenAnswers } from './open-answers.ts';
import { isAnsweredBy, isAskedBy, questionsOf } from './proofs.ts';

const MAX_HELD = 256;
/** Characters of all held spans. */
const MAX_CHARACTERS = 32 * 1024 ** 2;

export class SubAgents {
  /** The oldest first. */
  readonly #held = new Set<HeldConversation>();
  readonly #ofConversation = new WeakMap<Conversation, HeldConversation>();
  /** Calls whose result is the answer of a conversation that was released. */
  readonly #proven = new WeakSet<PendingCall>();
  readonly #sink: SpanSink;

  /** `sink`: receives the spans of conversations that are not held. */
  constructor(sink: SpanSink) {
    this.#sink = sink;
  }

  /** Holds a new conversation if a pending call, or one in an open answer, may have started it. */
  hold(
    request: ModelRequest,
    origin: RequestOrigin,
    { pending, open }: { pending: Iterable<PendingCall>; open: OpenAnswers },
  ): HeldConversation | undefined {
    const questions = questionsOf(request);
    if (questions.length === 0) return undefined;
    const beginning = { questions, history: requestHistory(request), origin };
    const candidates = [...pending].filter((one) => mayStart(one, beginning));
    const awaited = startingAnswers(beginning, open);
    if (candidates.length === 0 && awaited.size === 0) return undefined;
    const held = new HeldConversation(beginning, awaited);
    for (const call of candidates) addCandidate(held, call);
    this.#held.add(held);
    this.#makeRoom();
    return held.isReleased ? undefined : held;
  }

  /** The conversation, if it is still held. */
  heldOf(conversation: Conversation | undefined): HeldConversation | undefined {
    const held = conversation && this.#ofConversation.get(conversation);
    return held?.isReleased ? undefined : held;
  }

  belongs(conversation: Conversation, held: HeldConversation): void {
    this.#ofConversation.set(conversation, held);
    this.#makeRoom();
  }

  sinkOf(conversation: Conversation | undefined): SpanSink {
    return this.heldOf(conversation) ?? this.#sink;
  }

  /** An answer has ended, and requested these calls. */
  answerEnded(exchange: Exchange, calls: readonly PendingCall[]): void {
    for (const held of this.#held) {
      if (!held.awaited.delete(exchange)) continue;
      for (const call of calls) if (mayStart(call, held.beginning)) addCandidate(held, call);
      const { history, origin } = held.beginning;
      const handOver = findHandOver(history, origin, calls);
      if (handOver) held.handOvers.push(handOver);
    }
  }

  /** The call is no longer pending. `result`: none was seen when it is absent. */
  ended(call: PendingCall, answered?: { result: unknown; under: () => NestedUnder }): void {
    for (const held of this.#held) {
      if (!held.candidates.delete(call) || !answered) continue;
      held.results.push({ call, result: answered.result, under: answered.under() });
    }
  }

  /**
   * Releases the conversations that have ended, and whose candidates all have. Call it after all results of a request,
   * since they may belong to conversations that are alike.
   */
  decide(): void {
    const ready = [...this.#held].filter(
      ({ candidates, awaited, isOpen }) => candidates.size === 0 && awaited.size === 0 && !isOpen,
    );
    // All are decided before the first one is released, because a released one rules out no other.
    const decided = ready.map((held) => {
      const proven = held.results.filter((result) => isProof(held, result));
      const [only] = proven;
      const isNested = only !== undefined && proven.length === 1 && this.#isOnlyOneOf(only, held);
      const handOver = proven.length === 0 ? this.#onlyHandOver(held) : undefined;
      return { held, proven, place: isNested ? only : handOver };
    });
    for (const { held, proven, place } of decided) {
      for (const { call } of proven) this.#proven.add(call);
      if (place) this.#release(held, this.sinkOf(place.call.conversation), place.under);
      else this.#release(held, this.#sink);
    }
  }

  /** A call that may have handed over to two agents has handed over to none of them. */
  #onlyHandOver(held: HeldConversation): { call: PendingCall; under: NestedUnder } | undefined {
    const [call, ...others] = held.handOvers;
    if (!call || others.length > 0) return undefined;
    const isContested = [...this.#held].some((other) => other !== held && other.handOvers.includes(call));
    return isContested ? undefined : { call, under: takenOver(call) };
  }

  /** A function in this process needs the trace of the conversation now. */
  release(conversation: Conversation | undefined): void {
    const held = this.heldOf(conversation);
    if (held) this.#release(held, this.#sink);
  }

  releaseAll(): void {
    for (const held of this.#held) this.#release(held, this.#sink);
  }

  /** Conversations that are held. */
  get size(): number {
    return this.#held.size;
  }

  /** No other conversation is, or may turn out to be, the one that ran in the call. */
  #isOnlyOneOf({ call }: CandidateResult, held: HeldConversation): boolean {
    const mayProve = (other: HeldConversation) =>
      other.results.some((result) => result.call === call && (other.isOpen || isProof(other, result)));
    return !this.#proven.has(call) && ![...this.#held].some((other) => other !== held && mayProve(other));
  }

  #release(held: HeldConversation, sink: SpanSink, under?: NestedUnder): void {
    this.#held.delete(held);
    held.release(sink, under);
  }

  #makeRoom(): void {
    let characters = 0;
    for (const { size } of this.#held) characters += size;
    for (const oldest of this.#held) {
      if (this.#held.size <= MAX_HELD && characters <= MAX_CHARACTERS) return;
      characters -= oldest.size;
      this.#release(oldest, this.#sink);
    }
  }
}

/** When its question is asked, the call has been requested, although the answer that requests it may go on. */
function addCandidate({ candidates, beginning }: HeldConversation, call: PendingCall): void {
  candidates.add(call);
  call.requestedAt = Math.min(call.requestedAt, beginning.origin.time);
}

function isProof({ answer }: HeldConversation, { result }: CandidateResult): boolean {
  return answer !== undefined && isAnsweredBy(result, answer);
}

/**
 * The question is an argument of the call. An active span of another trace, another session or user says that the
 * conversation does not belong here; one of this trace may be of a framework whose spans never reach Subtext.
 */
function mayStart(
  { call, askedAt, parentSpan, settings }: PendingCall,
  { questions, origin }: ConversationBeginning,
): boolean {
  const { time, active } = origin;
  const isHere = active === undefined || active.traceId === parentSpan.traceId;
  // Some frameworks run a tool before the answer that requested it has ended.
  return isHere && askedAt <= time && !isOtherConversation(settings, origin) && isAskedBy(call, questions);
}
