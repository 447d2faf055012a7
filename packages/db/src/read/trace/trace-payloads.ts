/** Reads several spans of a trace as they were sent, and unpacks each block once. */
import type { Sql } from '../../postgres/connect.ts';
import { bodiesOf, hasSpanOf, type PayloadBlock } from '../../rows/payload-blocks.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** By span id. Spans that were stored without a payload are missing. */
export async function tracePayloads(
  sql: Sql,
  trace: TraceKey,
  spanIds: readonly string[],
): Promise<Map<string, string>> {
  const blocks = await sql<PayloadBlock[]>`
    select array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds", p.bodies
    from traces t
    join payloads p on p.project_id = t.project_id and p.day = t.day and p.trace_id = t.trace_id
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and ${hasSpanOf(sql, spanIds)}`;
  const wanted = new Set(spanIds);
  const unpacked = await Promise.all(blocks.map(bodiesOf));
  return new Map(unpacked.flat().flatMap(({ spanId, body }) => (wanted.has(spanId) ? [[spanId, body] as const] : [])));
}
