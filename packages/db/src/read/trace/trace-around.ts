/**
 * The spans of one trace around one of them in time, with their calls: for a link into a trace that is too long to
 * load.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import type { TraceCallRow } from './trace-calls.ts';
import { withReceivedParents } from './received-parents.ts';
import { hereAt } from './trace-here.ts';
import { callsOfSpans } from './trace-span-calls.ts';
import { spanColumns, type TraceSpanRow } from './trace-spans.ts';

export interface TraceAround {
  spans: TraceSpanRow[];
  /** Executions without a call id are not matched by their arguments here. */
  calls: TraceCallRow[];
}

/** Returns at most `count` spans before it, and `count` from it on. Empty when the span is not in the trace. */
export async function traceAround(
  sql: Sql,
  trace: TraceKey,
  { spanId, count }: { spanId: string; count: number },
): Promise<TraceAround> {
  const { projectId, traceId } = trace;
  const spans = await sql<TraceSpanRow[]>`
    with ${hereAt(sql, trace, spanId)}, near as (
      (select s.* from here join spans s on s.day = here.day
        where s.project_id = ${projectId} and s.trace_id = decode(${traceId}, 'hex')
          and (s.started_at, s.span_id) < (here.started_at, here.span_id) and s.duplicate_of is null
        order by s.started_at desc, s.span_id desc limit ${count})
      union all
      (select s.* from here join spans s on s.day = here.day
        where s.project_id = ${projectId} and s.trace_id = decode(${traceId}, 'hex')
          and (s.started_at, s.span_id) >= (here.started_at, here.span_id) and s.duplicate_of is null
        order by s.started_at, s.span_id limit ${count})
    )
    select ${spanColumns(sql, sql`here.origin`)} from here, near s order by s.started_at, s.span_id`;
  const ids = spans.map(({ id }) => id);
  return { spans: await withReceivedParents(sql, trace, spans), calls: await callsOfSpans(sql, trace, ids) };
}
