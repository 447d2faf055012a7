/**
 * Turns stored spans into the data of the live screen, each with all rows of the same calls: the requesting response,
 * the execution, the shared thought. So the browser can join them like the trace page, without earlier events.
 */
import {
  streamingCalls,
  liveCalls,
  liveRelated,
  liveSpans,
  liveTraces,
  type StreamingCall,
  type LiveCallRow,
  type LiveSpanRow,
  type Sql,
  type SpanIds,
  type TraceCondition,
} from '@subtext/db';
import type { LiveCall, LiveTraceNews } from '../../lib/live/live-event.ts';
import type { SpanRow } from '../../lib/skeleton/skeleton.ts';
import { charactersDrawn } from '../../lib/text/visible-text.ts';

interface NewsOf {
  projectId: string;
  conditions: readonly TraceCondition[];
}

/**
 * Rows for the live screen of spans that were just stored, one entry a trace, with the calls and spans they belong to.
 * Only of traces that match the filter; in the order of storing, which also orders spans that ended in the same
 * millisecond.
 */
export async function loadNews(sql: Sql, of: NewsOf, stored: readonly SpanIds[]): Promise<LiveTraceNews[]> {
  const traces = await liveTraces(sql, of, [...new Set(stored.map((span) => span.traceId))]);
  const known = new Map(traces.map((trace) => [trace.id, trace]));
  const shown = stored.filter((span) => known.has(span.traceId));
  if (shown.length === 0) return [];
  const { spans, calls } = await withRelated(sql, of.projectId, shown);
  const growing = await endsOfStreaming(sql, of.projectId, spans);
  const spansOf = Map.groupBy(spans, (span) => span.traceId);
  const callsOf = Map.groupBy(calls, (call) => call.traceId);
  const freshOf = Map.groupBy(shown, (span) => span.traceId);
  return [...freshOf].map(([id, fresh]) => ({
    id,
    title: known.get(id)?.title ?? null,
    at: Date.now(),
    quietMs: known.get(id)?.quietMs ?? Infinity,
    fresh: fresh.map((span) => span.spanId),
    spans: (spansOf.get(id) ?? []).map(withoutTrace<SpanRow>),
    calls: (callsOf.get(id) ?? []).map((call) => asShown(call, growing.get(`${spanKey(call)} ${call.index}`))),
  }));
}

/** The ends of the texts of streaming answers, by call: their beginnings are already shown. */
async function endsOfStreaming(
  sql: Sql,
  projectId: string,
  spans: readonly LiveSpanRow[],
): Promise<ReadonlyMap<string, StreamingCall>> {
  const ids = spans.flatMap(({ traceId, id, partial }) => (partial ? [{ traceId, spanId: id }] : []));
  const found = await streamingCalls(sql, projectId, ids);
  return new Map(found.flatMap(({ calls, ...span }) => calls.map((call) => [`${spanKey(span)} ${call.index}`, call])));
}

interface Rows {
  spans: LiveSpanRow[];
  calls: LiveCallRow[];
}

/**
 * Two steps are enough: from a run to the response that asked, and from that to the other calls of the same response.
 */
async function withRelated(sql: Sql, projectId: string, stored: readonly SpanIds[]): Promise<Rows> {
  const known = new Set<string>();
  const rows: Rows = { spans: [], calls: [] };
  let wanted: readonly SpanIds[] = stored;
  for (let distance = 0; distance <= 2 && wanted.length > 0; distance++) {
    for (const span of wanted) known.add(spanKey(span));
    const [spans, calls] = await Promise.all([liveSpans(sql, projectId, wanted), liveCalls(sql, projectId, wanted)]);
    rows.spans.push(...spans);
    rows.calls.push(...calls);
    if (distance === 2) break;
    const related = [...duplicatedResponses(calls), ...(await liveRelated(sql, projectId, namesOf(calls)))];
    wanted = distinct(related).filter((span) => !known.has(spanKey(span)));
  }
  return rows;
}

/** Responses whose calls a duplicate describes. */
const duplicatedResponses = (calls: readonly LiveCallRow[]): SpanIds[] =>
  calls.filter((call) => call.ownerId !== call.spanId).map(({ traceId, ownerId }) => ({ traceId, spanId: ownerId }));

function namesOf(calls: readonly LiveCallRow[]) {
  const names = new Map<string, { traceId: string; callId: string }>();
  for (const { traceId, callId, reasoningRef } of calls)
    for (const name of [callId, reasoningRef])
      if (name !== null) names.set(`${traceId} ${name}`, { traceId, callId: name });
  return [...names.values()];
}

const spanKey = ({ traceId, spanId }: SpanIds): string => `${traceId} ${spanId}`;
const distinct = (spans: readonly SpanIds[]) => [...new Map(spans.map((span) => [spanKey(span), span])).values()];

const asShown = (call: LiveCallRow, growing: StreamingCall | undefined): LiveCall => ({
  ...withoutTrace<LiveCall>(call),
  heldThought: charactersDrawn(call.heldThought),
  ...(growing && { thought: endOf(growing.thought), arguments: endOf(growing.arguments) }),
});

/** As much as two lines of a wide screen hold. */
const END_CHARACTERS = 400;
const endOf = (text: string | null): string | null => text && text.slice(-END_CHARACTERS);

/** The words of the database are those of the browser: ingest writes no others. */
function withoutTrace<Row>({ traceId, ...row }: LiveSpanRow | LiveCallRow): Row {
  void traceId;
  return row as Row;
}
