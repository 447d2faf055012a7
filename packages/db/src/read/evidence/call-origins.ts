/** Where the values of the arguments of some calls came from. */
import type { Sql } from '../../postgres/connect.ts';
import type { CallOriginsRow } from '../../rows/evidence.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';

/** Calls without stored origins are missing. */
export async function callOrigins(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  calls: readonly CallKey[],
): Promise<CallOriginsRow[]> {
  return [
    ...(await sql<CallOriginsRow[]>`
      select encode(o.span_id, 'hex') as "spanId", o.call_index as "callIndex", o.unsourced, o.invented, o.origins
      from unnest(${calls.map(({ spanId }) => spanId)}::text[], ${calls.map(({ index }) => index)}::int[])
        as wanted (span_id, call_index)
      join call_origins o on o.project_id = ${projectId} and o.trace_id = decode(${traceId}, 'hex')
        and o.span_id = decode(wanted.span_id, 'hex') and o.call_index = wanted.call_index`),
  ];
}
