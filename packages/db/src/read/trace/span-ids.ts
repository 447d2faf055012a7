/** Streams the ids of all spans of a trace in order of their start, with a cursor. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** Rows in memory at a time. */
const ROWS = 1_000;

export interface SpanId {
  id: string;
  /** The span that counts instead of this duplicate of a response; null = this span counts. */
  duplicateOf: string | null;
}

/** Omits log records. The cursor is closed when the caller stops reading. */
export async function* streamSpanIds(sql: Sql, { projectId, traceId }: TraceKey): AsyncGenerator<SpanId> {
  const rows = sql<SpanId[]>`
    select encode(s.span_id, 'hex') as id, encode(s.duplicate_of, 'hex') as "duplicateOf"
    from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')
      and (s.duplicate_of is null or s.kind = 'generation')
    order by s.started_at, s.span_id`;
  for await (const some of rows.cursor(ROWS)) yield* some;
}
