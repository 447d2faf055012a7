/**
 * Finds traces that report the same run: a framework that reports its spans without making them active gives the SDK no
 * parent, so both report the model calls, each in a trace of its own. The proof is an id that a provider has made up,
 * of a response or of a tool call, in a span of our SDK and in one of somebody else, at the same time. Pure
 * (docs/decisions/0038).
 */
import { isGeneration } from '../settle/outline.ts';
import type { StorableSpan } from '../rows/span-record.ts';

/** The scope of our SDK, which reads the provider's bytes: others leave out what they do not know, such as thinking. */
export const SDK_SCOPE = '@subtext/sdk';

/** Ids of a span that other spans of the same call have, too. */
export interface TellingIds {
  responseId: string | null;
  callId: string | null;
}

/** A span with a telling id. */
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

/** null: the span has no such id. */
export function tellingIds(stored: StorableSpan): TellingIds | null {
  const { kind, responseId, callId, toolName } = stored.span;
  const isCall = isGeneration({ kind, attachedTo: stored.attachedTo ?? null });
  const ids = {
    responseId: isCall && responseId !== null && isTelling(responseId) ? responseId : null,
    callId: kind === 'tool' && callId !== null && isTelling(callId, toolName) ? callId : null,
  };
  return ids.responseId === null && ids.callId === null ? null : ids;
}

/** Fewer characters of chance may repeat by chance: providers that count (`call_0`) have one or two, others 20. */
const MIN_CHARACTERS = 10;

/** False for ids that all runs may have. Words are no chance: all have `functions.get_weather:0` and `chatcmpl-1`. */
export function isTelling(id: string, toolName: string | null = null): boolean {
  const parts = (toolName === null ? id : id.replaceAll(toolName, '')).split(/[^A-Za-z0-9]+/);
  const characters = parts.map((part) => (isScrambled(part) ? part : part.replaceAll(/[a-z]{4,}/g, '')).length);
  return characters.reduce((sum, length) => sum + length, 0) >= MIN_CHARACTERS;
}

/** True for letters and digits in turns, in which runs of letters are no words: `cvpslqbu0wuwowckwlerjq6zs7lghnle`. */
const isScrambled = (part: string): boolean => part.length >= 20 && (part.match(/\d(?=[A-Za-z])/g) ?? []).length > 1;

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
