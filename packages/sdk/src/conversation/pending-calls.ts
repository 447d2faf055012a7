/**
 * Tool calls that the model requested and that have no result yet. Each becomes a span when its result arrives, or
 * without one after MAX_AGE_MS.
 */
import type { SpanContext } from '@opentelemetry/api';
import { toJson } from '../platform/json.ts';
import type { ObservedCall } from '../emit/spans/tool-span.ts';
import { isCounter, type RequestedCall, type Conversation, type Turn } from './stitching/turn.ts';

/** An agent may wait for a user. Calls that take longer are recorded without a result. */
const MAX_AGE_MS = 10 * 60 * 1000;
const MAX_PENDING = 10_000;

export interface PendingCall extends ObservedCall {
  /** The same call in the stitch memory. */
  requested: RequestedCall | undefined;
  /** When the request was sent whose answer requested it, in Unix milliseconds. */
  askedAt: number;
  /** The turn that requested it. */
  turn: Turn | undefined;
  /** The conversation that the call belongs to. */
  conversation: Conversation;
}

/** Where a result, or the function that produces it, was observed. */
export interface ResultOrigin {
  conversation?: Conversation | undefined;
  active?: SpanContext | undefined;
}

/** The facts about a function that is about to run, for finding its call. */
export interface ClaimQuery {
  name: string;
  /** Strings among its arguments that may be the call's id. */
  ids: ReadonlySet<string>;
  /** Its arguments as JSON text. */
  argumentsJson: string | undefined;
  active: SpanContext | undefined;
}

export function claimQuery(name: string, args: readonly unknown[], active: SpanContext | undefined): ClaimQuery {
  return { name, ids: new Set(args.slice(1).flatMap(stringsIn)), argumentsJson: toJson(args[0] ?? {}), active };
}

export class PendingCalls {
  /** In the order they were asked for. */
  readonly #pending = new Set<PendingCall>();
  readonly #byRequested = new Map<RequestedCall, PendingCall>();
  readonly #byId = new Map<string, PendingCall[]>();

  /** Returns the calls that were removed to make room. */
  open(pending: PendingCall): PendingCall[] {
    this.#pending.add(pending);
    if (pending.requested) this.#byRequested.set(pending.requested, pending);
    this.#byId.set(pending.call.id, [...(this.#byId.get(pending.call.id) ?? []), pending]);
    return this.#pending.size > MAX_PENDING ? this.#take([...this.#pending].slice(0, 1)) : [];
  }

  /** Takes this call. */
  takeOne(pending: PendingCall): void {
    this.#take([pending]);
  }

  /** Takes the call that a result answers. */
  answerTo(requested: RequestedCall): PendingCall | undefined {
    const pending = this.#byRequested.get(requested);
    return pending && this.#take([pending])[0];
  }

  /**
   * Takes the call with this id: of several the latest one of the conversation, else the one under the active span;
   * never a guess.
   */
  answer(callId: string, { conversation, active }: ResultOrigin): PendingCall | undefined {
    const candidates = this.#byId.get(callId) ?? [];
    const chosen =
      candidates.findLast((pending) => pending.conversation === conversation) ??
      only(candidates.filter((pending) => pending.parentSpan.spanId === active?.spanId)) ??
      (isCounter({ id: callId, name: '' }) ? undefined : only(candidates));
    return chosen && this.#take([chosen])[0];
  }

  /**
   * Takes the call that a function is about to run: by an id among its arguments, else by its arguments, else by its
   * name when only one loop waits for it. A guess between two agents would mix them, so there is none.
   */
  claim({ name, ids, argumentsJson, active }: ClaimQuery): PendingCall | undefined {
    const named = [...this.#pending].filter((pending) => pending.call.name === name);
    const here = named.filter((pending) => pending.parentSpan.spanId === active?.spanId);
    const candidates = here.length > 0 ? here : named;
    const chosen =
      candidates.find((pending) => ids.has(pending.call.id)) ??
      firstOfLatest(candidates.filter((pending) => toJson(pending.call.arguments) === argumentsJson)) ??
      (new Set(candidates.map((pending) => pending.conversation)).size === 1 ? candidates[0] : undefined);
    return chosen && this.#take([chosen])[0];
  }

  /** In the order they were asked for. */
  all(): Iterable<PendingCall> {
    return this.#pending;
  }

  /** Takes the calls that waited too long; all when `time` is Infinity. */
  expired(time: number): PendingCall[] {
    return this.#take([...this.#pending].filter((pending) => time - pending.requestedAt >= MAX_AGE_MS));
  }

  get size(): number {
    return this.#pending.size;
  }

  #take(chosen: PendingCall[]): PendingCall[] {
    for (const pending of chosen) {
      this.#pending.delete(pending);
      if (pending.requested) this.#byRequested.delete(pending.requested);
      const others = (this.#byId.get(pending.call.id) ?? []).filter((other) => other !== pending);
      if (others.length > 0) this.#byId.set(pending.call.id, others);
      else this.#byId.delete(pending.call.id);
    }
    return chosen;
  }
}

/**
 * Equal calls of one conversation run in order. The latest conversation wins, since an earlier one may have been
 * abandoned.
 */
function firstOfLatest(candidates: readonly PendingCall[]): PendingCall | undefined {
  const conversation = candidates.at(-1)?.conversation;
  return candidates.find((pending) => pending.conversation === conversation);
}

function only<T>(candidates: readonly T[]): T | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Tool runners pass the call's id in a context object, each under a different name. */
function stringsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const values: unknown[] = Object.values(value).slice(0, 50);
  const inner = values.filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
  return [...values, ...inner.flatMap((item) => Object.values(item as object).slice(0, 50))].filter(
    (item) => typeof item === 'string',
  );
}
