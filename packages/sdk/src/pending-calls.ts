/** Tool calls the model asked for and nobody has answered yet: each becomes a span when its result passes, or when none came in time. */
import type { SpanContext } from '@opentelemetry/api';
import type { AttributedCall } from '@subtext/reasoning';
import type { Settings } from './exchange.ts';

/** An agent may wait for a person; what takes longer than this is told without its result. */
const MAX_AGE_MS = 10 * 60 * 1000;
const MAX_PENDING = 10_000;

export interface PendingCall {
  call: AttributedCall;
  /** Parent of the tool's span. */
  home: SpanContext;
  settings: Settings;
  /** When the model had asked, in Unix milliseconds. */
  askedAt: number;
}

export class PendingCalls {
  /** In the order they were asked for. */
  readonly #pending = new Set<PendingCall>();

  /** Returns what had to make room. */
  open(pending: PendingCall): PendingCall[] {
    this.#pending.add(pending);
    return this.#pending.size > MAX_PENDING ? this.#take([...this.#pending].slice(0, 1)) : [];
  }

  /** The call that a result answers; of several with the same id, the one with the first of these homes, and none by guess. */
  answer(callId: string, homes: readonly (SpanContext | undefined)[]): PendingCall | undefined {
    const candidates = [...this.#pending].filter((pending) => pending.call.id === callId);
    const at = (home: SpanContext | undefined) => candidates.find((pending) => pending.home.spanId === home?.spanId);
    const chosen = homes.map(at).find(Boolean) ?? (candidates.length === 1 ? candidates[0] : undefined);
    return this.#take(chosen ? [chosen] : [])[0];
  }

  /**
   * The call that a function is about to run: named by an id among its arguments, else by its own arguments, else by its name when only
   * one loop waits for it. A guess between two agents would mix them, so then there is none.
   */
  claim(name: string, args: readonly unknown[], home: SpanContext | undefined): PendingCall | undefined {
    const named = [...this.#pending].filter((pending) => pending.call.name === name);
    const here = named.filter((pending) => pending.home.spanId === home?.spanId);
    const ids = new Set(args.slice(1).flatMap(stringsIn));
    const candidates = here.length > 0 ? here : named;
    const key = JSON.stringify(args[0] ?? {});
    const chosen =
      candidates.find((pending) => ids.has(pending.call.id)) ??
      candidates.find((pending) => JSON.stringify(pending.call.arguments) === key) ??
      (new Set(candidates.map((pending) => pending.home.spanId)).size === 1 ? candidates[0] : undefined);
    return this.#take(chosen ? [chosen] : [])[0];
  }

  /** Those that waited too long; all when `time` is Infinity. */
  expired(time: number): PendingCall[] {
    return this.#take([...this.#pending].filter((pending) => time - pending.askedAt >= MAX_AGE_MS));
  }

  get size(): number {
    return this.#pending.size;
  }

  #take(chosen: PendingCall[]): PendingCall[] {
    for (const pending of chosen) this.#pending.delete(pending);
    return chosen;
  }
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
