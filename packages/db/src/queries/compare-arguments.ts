/**
 * The arguments of all calls of a trace, each as far as their names can be expected: two runs are compared by them on
 * the server.
 */
import type { Sql } from '../connect.ts';
import type { CallKey, TraceKey } from '../row-keys.ts';

export interface CallArguments extends CallKey {
  arguments: string;
  /** There is more than was read. */
  cut: boolean;
}

/** Of each call. */
const CHARACTERS = 16_384;

export async function compareArguments(sql: Sql, trace: TraceKey, limit: number): Promise<CallArguments[]> {
  return sql<CallArguments[]>`
    select encode(x.span_id, 'hex') as "spanId", x.call_index as index, left(x.arguments, ${CHARACTERS}) as arguments,
      length(x.arguments) > ${CHARACTERS} as cut
    from traces t
    join tool_call_texts x on x.project_id = t.project_id and x.day = t.day and x.trace_id = t.trace_id
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex') and x.arguments is not null
    limit ${limit}`;
}
