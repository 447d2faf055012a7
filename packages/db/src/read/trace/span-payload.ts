/** Reads a span as it was sent, piece by piece. */
import type { Sql } from '../../postgres/connect.ts';
import { bodyOf, type PayloadBlock } from '../../rows/payload-blocks.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

export interface PayloadPiece {
  spanId: string;
  /** In UTF-16 units, as JavaScript counts. */
  offset: number;
  length: number;
}

export async function spanPayload(
  sql: Sql,
  trace: TraceKey,
  piece: PayloadPiece,
): Promise<{ text: string; totalCharacters: number } | undefined> {
  const rows = await sql<PayloadBlock[]>`
    select array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds", p.bodies
    from traces t
    join payloads p on p.project_id = t.project_id and p.day = t.day and p.trace_id = t.trace_id
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and decode(${piece.spanId}, 'hex') = any (p.span_ids)
    limit 1`;
  const body = rows[0] && (await bodyOf(piece.spanId, rows[0]));
  if (body === undefined) return undefined;
  const from = border(body, piece.offset);
  return { text: body.slice(from, border(body, piece.offset + piece.length)), totalCharacters: body.length };
}

/** A piece never begins or ends inside a surrogate pair. */
function border(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
