/**
 * Finds the call that a description belongs to, by call id. Providers reuse ids (`call_0` in every response), so one id
 * may have 100,000 calls: calls that already have the description are skipped. Used by join-calls.ts.
 */
import type { CallRow } from '../skeleton/skeleton.ts';
import type { Call } from './joined-call.ts';
import { lastBefore } from './last-before.ts';

type Description = 'execution' | 'resultRow' | 'repeat';

export interface CallsById {
  /** Requested calls must be added first, in time order. */
  add(callId: number | null, call: Call): void;
  has(callId: number | null): boolean;
  /**
   * A description belongs to the latest earlier request of its id that still lacks one, or, with clock skew, to the
   * first request that does.
   */
  free(row: CallRow, lacks: Description): Call | undefined;
  /** The same, when all calls have a description already. */
  any(row: CallRow): Call | undefined;
}

interface Calls {
  list: Call[];
  /**
   * By description: for each index the next lower index to check, and the first index that may lack the description.
   */
  skips: Partial<Record<Description, { down: number[]; first: number }>>;
}

export function callsById(): CallsById {
  const byId = new Map<number, Calls>();
  const of = (callId: number | null) => (callId === null ? undefined : byId.get(callId));
  return {
    add(callId, call) {
      if (callId === null) return;
      const known = byId.get(callId);
      if (known) known.list.push(call);
      else byId.set(callId, { list: [call], skips: {} });
    },
    has: (callId) => of(callId) !== undefined,
    free(row, lacks) {
      const calls = of(row.callId);
      return calls && (latestFree(calls, row, lacks) ?? firstFree(calls, lacks));
    },
    any(row) {
      const list = of(row.callId)?.list;
      return list?.[lastBefore(list, row.start, requestedAt)] ?? list?.[0];
    },
  };
}

const requestedAt = (call: Call): number => call.request?.start ?? Infinity;

function latestFree(calls: Calls, row: CallRow, lacks: Description): Call | undefined {
  const { list } = calls;
  const { down } = (calls.skips[lacks] ??= { down: [], first: 0 });
  let at = lastBefore(list, row.start, requestedAt);
  // A call never loses its description, so the path can be shortened for later searches.
  while (at >= 0 && list[at]![lacks] !== null) {
    const next = down[at] ?? at - 1;
    const after = next >= 0 ? (list[next]![lacks] === null ? next : (down[next] ?? next - 1)) : next;
    down[at] = after;
    at = after;
  }
  return list[at];
}

function firstFree({ list, skips }: Calls, lacks: Description): Call | undefined {
  const skip = (skips[lacks] ??= { down: [], first: 0 });
  while (skip.first < list.length && list[skip.first]![lacks] !== null) skip.first += 1;
  return list[skip.first];
}
