/** Returns a string that changes whenever spans of a trace are added or its prices change. */
import { createHash } from 'node:crypto';
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

export async function traceVersion(sql: Sql, { projectId, traceId }: TraceKey): Promise<string> {
  // Every batch changes updated_at; a new price changes only the costs.
  const rows = await sql`
    select updated_at::text, span_count, generations_unpriced, input_cost, answer_cost, untold_cost, readable_cost, summary_cost, no_text_cost
    from traces where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')`.values();
  return createHash('sha256').update(String(rows)).digest('base64url').slice(0, 22);
}
