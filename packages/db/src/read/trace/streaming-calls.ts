/**
 * The partial content of streaming responses, for several traces: the ends of their texts, because that is where they
 * grow.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { SpanIds } from '../live/live-feed.ts';
import type { CallKey } from '../../rows/row-keys.ts';

export interface StreamingCall extends CallKey {
  type: string;
  tool: string;
  state: string;
  thoughtCount: number;
  hasPreamble: boolean;
  /** The last characters of the text. The same holds for `preamble` and `arguments`. */
  thought: string | null;
  preamble: string | null;
  arguments: string | null;
}

export interface StreamingSpan extends SpanIds {
  snapshot: number;
  /** Number of calls of the span; `calls` contains the last of them. */
  callCount: number;
  calls: StreamingCall[];
}

/** A page shows a few lines of a streaming text, and requests the whole text when a user opens it. */
const LAST_CHARACTERS = 2000;
/** Per response. The calls before the last one are complete. */
const MAX_CALLS = 20;

type Row = Omit<StreamingSpan, 'calls'> & { [Key in keyof StreamingCall]: StreamingCall[Key] | null };

/** Returns those of the spans that have no end and report snapshots while they are streaming. */
export async function streamingCalls(sql: Sql, projectId: string, ids: readonly SpanIds[]): Promise<StreamingSpan[]> {
  if (ids.length === 0) return [];
  const last = (text: string) => sql`right(${sql.unsafe(text)}, ${LAST_CHARACTERS}::int)`;
  const rows = await sql<Row[]>`
    select encode(s.trace_id, 'hex') as "traceId", encode(s.span_id, 'hex') as "spanId", s.snapshot, coalesce(c.calls, 0)::int as "callCount",
      c.call_index as index, c.type, c.tool_name as tool, c.thinking_state as state, c.thought_count as "thoughtCount",
      c.preamble_preview is not null as "hasPreamble",
      ${last(`array_to_string(x.thoughts, E'\\n\\n')`)} as thought, ${last('x.preamble')} as preamble, ${last('x.arguments')} as arguments
    from unnest(${ids.map((id) => id.traceId)}::text[], ${ids.map((id) => id.spanId)}::text[]) as wanted (trace_id, span_id)
    join traces t on t.project_id = ${projectId} and t.trace_id = decode(wanted.trace_id, 'hex')
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id and s.span_id = decode(wanted.span_id, 'hex')
    left join lateral (
      select call_index, type, tool_name, thinking_state, thought_count, preamble_preview, count(*) over () as calls
      from tool_calls
      where project_id = ${projectId} and day = s.day and trace_id = s.trace_id and span_id = s.span_id and described_by = 'generation'
      order by call_index desc limit ${MAX_CALLS}
    ) c on true
    left join tool_call_texts x on x.project_id = ${projectId} and x.day = s.day and x.trace_id = s.trace_id and x.span_id = s.span_id
      and x.call_index = c.call_index
    where s.snapshot is not null and s.duplicate_of is null
    order by s.trace_id, s.span_id, c.call_index`;
  return [...Map.groupBy(rows, (row) => `${row.traceId} ${row.spanId}`).values()].map(streamingSpan);
}

function streamingSpan(rows: readonly Row[]): StreamingSpan {
  const { traceId, spanId, snapshot, callCount } = rows[0]!;
  const calls = rows.flatMap(({ traceId: _trace, snapshot: _snapshot, callCount: _count, ...call }) =>
    call.index === null ? [] : [call as StreamingCall],
  );
  return { traceId, spanId, snapshot, callCount, calls };
}
