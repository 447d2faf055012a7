/**
 * The calls of several traces with the beginnings of their texts, so that rows of the live screen need no second
 * request.
 */
import type { Sql } from '../../postgres/connect.ts';
import { jsonKey } from '../../rows/json-key.ts';
import type { SpanIds } from './live-feed.ts';
import { callColumns, joinOwner, type TraceCallRow } from '../trace/trace-calls.ts';

export interface LiveCallRow extends TraceCallRow {
  traceId: string;
  thought: string | null;
  preamble: string | null;
  arguments: string | null;
}

export async function liveCalls(sql: Sql, projectId: string, ids: readonly SpanIds[]): Promise<LiveCallRow[]> {
  const rows = await sql<Omit<LiveCallRow, 'argumentsKey'>[]>`
    select encode(c.trace_id, 'hex') as "traceId", ${callColumns(sql, sql`'epoch'::timestamptz`)},
      c.thought_preview as thought, c.preamble_preview as preamble, c.arguments_preview as arguments
    from unnest(${ids.map((id) => id.traceId)}::text[], ${ids.map((id) => id.spanId)}::text[]) as wanted (trace_id, span_id)
    join traces t on t.project_id = ${projectId} and t.trace_id = decode(wanted.trace_id, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id and c.span_id = decode(wanted.span_id, 'hex')
    ${joinOwner(sql)}`;
  return rows.map((row) => ({ ...row, argumentsKey: row.arguments === null ? null : jsonKey(row.arguments) }));
}
