/** Returns the number of spans of a trace, which decides where it is processed. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** Resolves to undefined when there is no such trace. */
export async function traceSize(sql: Sql, { projectId, traceId }: TraceKey): Promise<number | undefined> {
  const [row] = await sql<{ spans: number }[]>`
    select span_count as spans from traces where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')`;
  return row?.spans;
}
