/**
 * Finds traces that report the same run: a framework that reports its spans without making them active gives the SDK no
 * parent, so both report the model calls, each in a trace of its own. The proof is an id that a provider has made up,
 * of a response or of a tool call, in a span of our SDK and in one of another sender, at the same time. Pure
 * (docs/development/decisions/0038).
 */
import { isDistinctive } from '../settle/distinctive-id.ts';
import { isGeneration } from '../settle/outline.ts';
import type { StorableSpan } from '../rows/span-record.ts';

/** A span with a distinctive id. */
export interface Sighting {
  id: string;
  traceId: string;
  isOfSdk: boolean;
  /** Microseconds since 1970. */
  startedAt: number;
  /** Microseconds; Infinity = the span has no end yet. */
  endedAt: number;
}

/** Two traces that become one. */
export interface JoinedPair {
  ofSdk: string;
  ofOther: string;
}

/** An id that only spans of the same call have. */
export interface DistinctiveId {
  source: 'response' | 'call';
  id: string;
}

/** null: the span has none. */
export function distinctiveId(stored: StorableSpan): DistinctiveId | null {
  const { kind, responseId, callId, toolName } = stored.span;
  const isCall = isGeneration({ kind, attachedTo: stored.attachedTo ?? null });
  if (isCall && responseId !== null && isDistinctive(responseId)) return { source: 'response', id: responseId };
  return kind === 'tool' && callId !== null && isDistinctive(callId, toolName) ? { source: 'call', id: callId } : null;
}

/** Both read the clock of one machine, some only in milliseconds. */
const CLOCK_MICROS = 100_000;

/**
 * Each pair once. An id whose spans at that time are in several traces of the SDK, such as that of a cached answer,
 * proves nothing.
 */
export function tracesToJoin(sightings: readonly Sighting[]): JoinedPair[] {
  const pairs = new Map<string, JoinedPair>();
  for (const ofId of Map.groupBy(sightings, ({ id }) => id).values()) {
    const { ours = [], others = [] } = Object.groupBy(ofId, ({ isOfSdk }) => (isOfSdk ? 'ours' : 'others'));
    for (const other of others) {
      const candidates = new Set(ours.filter((own) => isAtOnce(own, other)).map(({ traceId }) => traceId));
      const [ofSdk] = candidates;
      if (candidates.size !== 1 || ofSdk === other.traceId) continue;
      pairs.set(`${ofSdk}/${other.traceId}`, { ofSdk: ofSdk!, ofOther: other.traceId });
    }
  }
  return [...pairs.values()];
}

const isAtOnce = (one: Sighting, other: Sighting): boolean =>
  one.startedAt <= other.endedAt + CLOCK_MICROS && other.startedAt <= one.endedAt + CLOCK_MICROS;
