/** Found descriptions of calls → hits, one a call, in groups, and a page of them. Pure. */
import type { FoundCall, MatchedCall, SearchField } from '@subtext/db';

export const SEARCH_GROUPS = ['trace', 'tool', 'model'] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** A found call, with its most complete row. */
export interface Hit extends MatchedCall {
  group: string;
  /** Hits of the same group, of all pages. */
  inGroup: number;
}

export interface ArrangedHits {
  hits: Hit[];
  traces: number;
}

/** Ids that count from 0 in every response (`call_0`) do not identify a call. */
const COUNTER = /^[A-Za-z_.:-]*\d{0,6}$/;

/**
 * One hit per call, for any number of found rows; hits in the order found, groups in the order of their first hit.
 */
export function arrangeHits(found: readonly MatchedCall[], by: SearchGroup): ArrangedHits {
  const calls = new Map<string, MatchedCall>();
  for (const one of found) {
    const isNamed = one.callId !== null && !COUNTER.test(one.callId);
    const key = isNamed ? `${one.traceId} ${one.callId}` : callKey(one);
    const known = calls.get(key);
    calls.set(key, known ? together(known, one) : one);
  }
  const groups = new Map<string, MatchedCall[]>();
  for (const call of calls.values()) {
    const group = groupOf(call, by);
    const members = groups.get(group);
    if (members) members.push(call);
    else groups.set(group, [call]);
  }
  const hits = [...groups].flatMap(([group, members]) =>
    members.map((call) => ({ ...call, group, inGroup: members.length })),
  );
  return { hits, traces: new Set(hits.map(({ traceId }) => traceId)).size };
}

/** The requesting response reports the thought; the execution and later requests report the result. */
function together(known: MatchedCall, other: MatchedCall): MatchedCall {
  const best = known.describedBy !== 'generation' && other.describedBy === 'generation' ? other : known;
  const matched = [...new Set<SearchField>([...known.matched, ...other.matched])];
  return { ...best, model: known.model ?? other.model, matched };
}

function groupOf(call: MatchedCall, by: SearchGroup): string {
  if (by === 'trace') return call.traceId;
  return (by === 'tool' ? call.tool : call.model) ?? '';
}

export const callKey = ({ traceId, spanId, index }: FoundCall): string => `${traceId} ${spanId} ${index}`;

/**
 * At most `size` hits after the hit `after` (null = from the first), and the start of the next page; no hits when
 * `after` no longer exists.
 */
export function pageOfHits(hits: readonly Hit[], after: FoundCall | null, size: number) {
  const at = after ? hits.findIndex((hit) => callKey(hit) === callKey(after)) : -1;
  const rest = after && at < 0 ? [] : hits.slice(at + 1);
  const page = rest.slice(0, size);
  return { page, next: rest.length > size ? page.at(-1)! : null };
}
