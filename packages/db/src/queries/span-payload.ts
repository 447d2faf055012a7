/** A span as it was sent, a piece at a time. */
import type { Sql } from '../connect.ts';
import type { TraceKey } from './trace-summary.ts';

export interface PayloadPiece {
  spanId: string;
  /** In characters. */
  offset: number;
  length: number;
}

export async function spanPayload(
  sql: Sql,
  trace: TraceKey,
  piece: PayloadPiece,
): Promise<{ text: string; totalCharacters: number } | undefined> {
  const [row] = await sql<{ text: string; totalCharacters: number }[]>`
    select substr(p.body, ${piece.offset + 1}::int, ${piece.length}::int) as text, length(p.body) as "totalCharacters"
    from traces t
    join payloads p on p.project_id = t.project_id and p.day = t.day and p.trace_id = t.trace_id
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and p.span_id = decode(${piece.spanId}, 'hex')`;
  return row;
}
