/** The whole texts of some calls of a trace: for its export, which asks for a few at a time. */
import type { Sql } from '../connect.ts';
import type { CallKey, TraceKey } from '../row-keys.ts';
import { withResults } from './call-results.ts';

export interface TraceTexts extends CallKey {
  thoughts: string[];
  preamble: string | null;
  arguments: string | null;
  result: string | null;
}

export async function traceTexts(sql: Sql, trace: TraceKey, keys: readonly CallKey[]): Promise<TraceTexts[]> {
  const rows = await sql<TraceTexts[]>`
    select encode(c.span_id, 'hex') as "spanId", c.call_index as index, coalesce(x.thoughts, '{}') as thoughts, x.preamble, x.arguments, x.result
    from unnest(${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[]) as wanted (span_id, call_index)
    join traces t on t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(wanted.span_id, 'hex') and c.call_index = wanted.call_index
    left join tool_call_texts x on x.project_id = ${trace.projectId} and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index`;
  return withResults(sql, trace, rows);
}
