/**
 * Returns those of these calls that are messages of the model and not tool calls. Their text is in the column of
 * arguments.
 */
import type { Sql } from '../postgres/connect.ts';
import type { CallKey, TraceKey } from '../rows/row-keys.ts';

export async function answersAmong(sql: Sql, trace: TraceKey, keys: readonly CallKey[]): Promise<CallKey[]> {
  return sql<CallKey[]>`
    select encode(c.span_id, 'hex') as "spanId", c.call_index as index
    from unnest(${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[]) as wanted (span_id, call_index)
    join traces t on t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(wanted.span_id, 'hex') and c.call_index = wanted.call_index
    where c.type in ('answer', 'trailing')`;
}
