/**
 * The first spans of a trace with their calls: enough to begin reading while the rest is loading. The whole trace when
 * it has no more spans.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import { withReceivedParents } from './received-parents.ts';
import { traceCalls, type TraceCallRow } from './trace-calls.ts';
import { callsOfSpans } from './trace-span-calls.ts';
import { spanColumns, type TraceSpanRow } from './trace-spans.ts';

export interface TraceOpening {
  spans: TraceSpanRow[];
  calls: TraceCallRow[];
  isWhole: boolean;
}

/** Maximum number of described calls. */
const MAX_CALLS = 10_000;

export async function traceOpening(sql: Sql, trace: TraceKey, most: number): Promise<TraceOpening> {
  const found = await firstSpans(sql, trace, most + 1);
  const spans = await withReceivedParents(sql, trace, found.slice(0, most));
  if (found.length > most)
    return {
      spans,
      calls: await callsOfSpans(
        sql,
        trace,
        spans.map(({ id }) => id),
      ),
      isWhole: false,
    };
  const calls = await traceCalls(sql, trace, MAX_CALLS);
  return { spans, calls, isWhole: calls.length < MAX_CALLS };
}

/** Selects the ids first, so that the columns are computed for these rows only. */
const firstSpans = (sql: Sql, { projectId, traceId }: TraceKey, count: number) => sql<TraceSpanRow[]>`
  with first as materialized (
    select s.day, s.span_id, t.started_at as origin
    from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex') and s.duplicate_of is null
    order by s.started_at, s.span_id
    limit ${count}
  )
  select ${spanColumns(sql, sql`first.origin`)}
  from first
  join spans s on s.project_id = ${projectId} and s.day = first.day and s.trace_id = decode(${traceId}, 'hex') and s.span_id = first.span_id
  order by s.started_at, s.span_id`;
