/**
 * Spans of several traces by their ids, in the form of the skeleton of a trace. Times count from 1970, because the
 * traces are shown together.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { SpanIds } from './live-feed.ts';
import { spanColumns, type TraceSpanRow } from '../trace/trace-spans.ts';

export type LiveSpanRow = TraceSpanRow & { traceId: string };

export async function liveSpans(sql: Sql, projectId: string, ids: readonly SpanIds[]): Promise<LiveSpanRow[]> {
  return sql<LiveSpanRow[]>`
    select encode(s.trace_id, 'hex') as "traceId", ${spanColumns(sql, sql`'epoch'::timestamptz`)}
    from unnest(${ids.map((id) => id.traceId)}::text[], ${ids.map((id) => id.spanId)}::text[]) as wanted (trace_id, span_id)
    join traces t on t.project_id = ${projectId} and t.trace_id = decode(wanted.trace_id, 'hex')
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id and s.span_id = decode(wanted.span_id, 'hex')
    where s.duplicate_of is null`;
}
