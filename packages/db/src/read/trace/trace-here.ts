/** One span of a trace, as the starting point in time of other statements. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** `here (day, origin, started_at, span_id)` for a `with`: one row, or none when the trace has no such span. */
export const hereAt = (sql: Sql, { projectId, traceId }: TraceKey, spanId: string): Fragment => sql`
  here as materialized (
    select t.day, t.started_at as origin, s.started_at, s.span_id from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex') and s.span_id = decode(${spanId}, 'hex')
  )`;
