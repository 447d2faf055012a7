/** Streams the ids of all spans of a trace in order of their start, with a cursor. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** Rows in memory at a time. */
const ROWS = 1_000;

/** Omits duplicates of a second instrumentation. The cursor is closed when the caller stops reading. */
export async function* streamSpanIds(sql: Sql, { projectId, traceId }: TraceKey): AsyncGenerator<string> {
  const rows = sql<{ id: string }[]>`
    select encode(s.span_id, 'hex') as id
    from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex') and s.duplicate_of is null
    order by s.started_at, s.span_id`;
  for await (const some of rows.cursor(ROWS)) for (const { id } of some) yield id;
}
