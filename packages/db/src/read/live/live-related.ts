/**
 * Spans that contain rows of the same calls: the response that requested them, the tool that executed them, and the
 * call whose thought they share.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { SpanIds } from './live-feed.ts';

export interface CallName {
  traceId: string;
  callId: string;
}

/**
 * Providers that number their calls from 0 in every response give thousands of calls the same id. The newest are the
 * likeliest matches.
 */
const MAX_RELATED = 200;

export async function liveRelated(sql: Sql, projectId: string, calls: readonly CallName[]): Promise<SpanIds[]> {
  if (calls.length === 0) return [];
  return sql<SpanIds[]>`
    select encode(c.trace_id, 'hex') as "traceId", encode(c.span_id, 'hex') as "spanId"
    from unnest(${calls.map((call) => call.traceId)}::text[], ${calls.map((call) => call.callId)}::text[]) as wanted (trace_id, call_id)
    join traces t on t.project_id = ${projectId} and t.trace_id = decode(wanted.trace_id, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id and c.call_id = wanted.call_id
    group by c.trace_id, c.span_id
    order by max(c.started_at) desc
    limit ${MAX_RELATED}`;
}
