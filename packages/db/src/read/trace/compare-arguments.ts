/**
 * The arguments of all calls of a trace, cut to a length that should include their names. The server compares two runs
 * by them.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';

export interface CallArguments extends CallKey {
  arguments: string;
  /** MD5 of the whole arguments, where they are longer than what was read. */
  digest: string | null;
}

/** Per call. */
const CHARACTERS = 16_384;

export async function compareArguments(sql: Sql, trace: TraceKey, limit: number): Promise<CallArguments[]> {
  return sql<CallArguments[]>`
    select encode(x.span_id, 'hex') as "spanId", x.call_index as index, left(x.arguments, ${CHARACTERS}) as arguments,
      case when length(x.arguments) > ${CHARACTERS} then md5(x.arguments) end as digest
    from traces t
    join tool_call_texts x on x.project_id = t.project_id and x.day = t.day and x.trace_id = t.trace_id
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex') and x.arguments is not null
    limit ${limit}`;
}
