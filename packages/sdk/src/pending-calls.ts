/** Tool calls the model asked for and nobody has answered yet: each becomes a span when its result passes, or when none came in time. */
import type { SpanContext } from '@opentelemetry/api';
import type { AttributedCall } from '@subtext/reasoning';
import type { Settings } from './exchange.ts';
import { jsonOf } from './json.ts';
import { isCounter, type AskedCall, type Thread } from './turn.ts';

/** An agent may wait for a person; what takes longer than this is told without its result. */
const MAX_AGE_MS = 10 * 60 * 1000;
const MAX_PENDING = 10_000;

export interface PendingCall {
  call: AttributedCall;
  /** The same call as the memory knows it. */
  asked: AskedCall | undefined;
  /** The conversation it belongs to. */
  thread: Thread;
  /** Parent of the tool's span. */
  home: SpanContext;
  settings: Settings;
  /** When the model had asked, in Unix milliseconds. */
  askedAt: number;
}

/** Where a result, or the function about to give one, was seen. */
export interface Whereabouts {
  thread?: Thread | undefined;
  active?: SpanContext | undefined;
}

/** What a function that is about to run says of the call that it may be. */
export interface ClaimQuestion {
  name: string;
  /** Among its arguments. */
  ids: ReadonlySet<string>;
  /** What it was given, as JSON text. */
  key: string | undefined;
  active: SpanContext | undefined;
}

export function claimQuestion(name: string, args: readonly unknown[], active: SpanContext | undefined): ClaimQuestion {
  return { name, ids: new Set(args.slice(1).flatMap(stringsIn)), key: jsonOf(args[0] ?? {}), active };
}

export class PendingCalls {
  /** In the order they were asked for. */
  readonly #pending = new Set<PendingCall>();
  readonly #byAsked = new Map<AskedCall, PendingCall>();
  readonly #byId = new Map<string, PendingCall[]>();

  /** Returns what had to make room. */
  open(pending: PendingCall): PendingCall[] {
    this.#pending.add(pending);
    if (pending.asked) this.#byAsked.set(pending.asked, pending);
    this.#byId.set(pending.call.id, [...(this.#byId.get(pending.call.id) ?? []), pending]);
    return this.#pending.size > MAX_PENDING ? this.#take([...this.#pending].slice(0, 1)) : [];
  }

  /** The very call that a result answers. */
  answerTo(asked: AskedCall): PendingCall | undefined {
    const pending = this.#byAsked.get(asked);
    return pending && this.#take([pending])[0];
  }

  /** The call with this id: of several the latest of that conversation, else the one under the active span, and none by guess. */
  answer(callId: string, { thread, active }: Whereabouts): PendingCall | undefined {
    const candidates = this.#byId.get(callId) ?? [];
    const chosen =
      candidates.findLast((pending) => pending.thread === thread) ??
      only(candidates.filter((pending) => pending.home.spanId === active?.spanId)) ??
      (isCounter({ id: callId, name: '' }) ? undefined : only(candidates));
    return chosen && this.#take([chosen])[0];
  }

  /**
   * The call that a function is about to run: named by an id among its arguments, else by its own arguments, else by its name when only
   * one loop waits for it. A guess between two agents would mix them, so then there is none.
   */
  claim({ name, ids, key, active }: ClaimQuestion): PendingCall | undefined {
    const named = [...this.#pending].filter((pending) => pending.call.name === name);
    const here = named.filter((pending) => pending.home.spanId === active?.spanId);
    const candidates = here.length > 0 ? here : named;
    const chosen =
      candidates.find((pending) => ids.has(pending.call.id)) ??
      firstOfLatest(candidates.filter((pending) => jsonOf(pending.call.arguments) === key)) ??
      (new Set(candidates.map((pending) => pending.thread)).size === 1 ? candidates[0] : undefined);
    return chosen && this.#take([chosen])[0];
  }

  /** In the order they were asked for. */
  all(): Iterable<PendingCall> {
    return this.#pending;
  }

  /** Those that waited too long; all when `time` is Infinity. */
  expired(time: number): PendingCall[] {
    return this.#take([...this.#pending].filter((pending) => time - pending.askedAt >= MAX_AGE_MS));
  }

  get size(): number {
    return this.#pending.size;
  }

  #take(chosen: PendingCall[]): PendingCall[] {
    for (const pending of chosen) {
      this.#pending.delete(pending);
      if (pending.asked) this.#byAsked.delete(pending.asked);
      const others = (this.#byId.get(pending.call.id) ?? []).filter((other) => other !== pending);
      if (others.length > 0) this.#byId.set(pending.call.id, others);
      else this.#byId.delete(pending.call.id);
    }
    return chosen;
  }
}

/** Equal calls of one conversation run in their order; an earlier conversation may have been given up. */
function firstOfLatest(candidates: readonly PendingCall[]): PendingCall | undefined {
  const thread = candidates.at(-1)?.thread;
  return candidates.find((pending) => pending.thread === thread);
}

function only<T>(candidates: readonly T[]): T | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Tool runners hand the call's id over in a context object, each under another name. */
function stringsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const values: unknown[] = Object.values(value).slice(0, 50);
  const inner = values.filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
  return [...values, ...inner.flatMap((item) => Object.values(item as object).slice(0, 50))].filter(
    (item) => typeof item === 'string',
  );
}
