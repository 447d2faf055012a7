/** The calls of some spans of one trace, in order of time: for part of a trace that is too long to load at once. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import { callColumns, joinOwner, type TraceCallRow } from './trace-calls.ts';

/**
 * Omits calls that duplicates of these spans describe, and does not match executions without a call id by their
 * arguments.
 */
export async function callsOfSpans(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  spanIds: readonly string[],
): Promise<TraceCallRow[]> {
  const calls = await sql<Omit<TraceCallRow, 'argumentsKey'>[]>`
    select ${callColumns(sql, sql`t.started_at`)}
    from traces t
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
    ${joinOwner(sql)}
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')
      and c.span_id in (select decode(id, 'hex') from unnest(${spanIds}::text[]) as given (id))
    order by c.started_at, c.span_id, c.call_index`;
  return calls.map((call) => ({ ...call, argumentsKey: null }));
}
