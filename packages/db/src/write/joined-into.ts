/** Finds where the spans of joined traces are (move-trace.ts). */
import type { Sql } from '../postgres/connect.ts';
import type { TraceKey } from '../rows/row-keys.ts';

const FIND_JOINED = `
  SELECT encode(trace_id, 'hex') AS "traceId", encode(into_trace_id, 'hex') AS "into" FROM joined_traces
  WHERE project_id = $1::uuid AND trace_id = ANY ($2::text::bytea[])`;

/** Trace id → the trace that it became a part of. Others have no entry. */
export async function joinedInto(
  sql: Pick<Sql, 'unsafe'>,
  projectId: string,
  traceIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = `{${traceIds.map((id) => `"\\\\x${id}"`).join(',')}}`;
  const rows = await sql.unsafe<{ traceId: string; into: string }[]>(FIND_JOINED, [projectId, ids], { prepare: true });
  return new Map(rows.map(({ traceId, into }) => [traceId, into]));
}

/** The trace that has the spans of a trace now, which usually is that trace. */
export async function currentKeyOf(sql: Pick<Sql, 'unsafe'>, { projectId, traceId }: TraceKey): Promise<TraceKey> {
  return { projectId, traceId: (await joinedInto(sql, projectId, [traceId])).get(traceId) ?? traceId };
}
