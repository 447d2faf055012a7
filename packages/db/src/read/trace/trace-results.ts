/**
 * Full results of calls of a trace, by call id: from the span that executed the call, or from a later request that
 * repeated the result.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';
import { withResults } from './call-results.ts';

export interface TraceResult {
  callId: string;
  result: string;
  failed: boolean;
}

export interface ResultsOf {
  callIds: readonly string[];
  /**
   * The response that requested the call. Ids may repeat later, so the first results from its start on are the right
   * ones.
   */
  spanId: string;
}

export async function traceResults(sql: Sql, trace: TraceKey, { callIds, spanId }: ResultsOf): Promise<TraceResult[]> {
  const rows = await sql<(Omit<TraceResult, 'result'> & CallKey & { result: string | null })[]>`
    select distinct on (c.call_id) c.call_id as "callId", x.result, c.status = 'error' as failed, encode(c.span_id, 'hex') as "spanId",
      c.call_index as index
    from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id and s.span_id = decode(${spanId}, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.call_id = any (${callIds}::text[]) and c.started_at >= s.started_at
    left join tool_call_texts x on x.project_id = ${trace.projectId} and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    where (x.result is not null or c.result_preview is not null) and t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    order by c.call_id, c.started_at, c.described_by`;
  const complete = await withResults(sql, trace, rows);
  return complete.flatMap(({ callId, result, failed }) => (result === null ? [] : [{ callId, result, failed }]));
}
