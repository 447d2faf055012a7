/** The first characters of thoughts, preambles, arguments and results, for the rows on the screen. */
import type { Sql } from '../connect.ts';
import type { CallKey, TraceKey } from '../row-keys.ts';

export interface CallPreview extends CallKey {
  thought: string | null;
  preamble: string | null;
  arguments: string | null;
  result: string | null;
  /** One of its thoughts was cut when it was captured: it ends with the mark of whoever cut it. */
  thoughtCut: boolean;
}

/** As the SDK (`cutText`) and ingest (`rows/text.ts`) write it; a thought that says so by itself only looks cut. */
const MARK = String.raw`… \[cut: \d+ (more characters|of \d+ characters kept)\]$`;
const MARK_CHARACTERS = 80;

export async function callPreviews(sql: Sql, trace: TraceKey, keys: readonly CallKey[]): Promise<CallPreview[]> {
  return sql<CallPreview[]>`
    select encode(c.span_id, 'hex') as "spanId", c.call_index as index, c.thought_preview as thought,
      c.preamble_preview as preamble, c.arguments_preview as arguments, c.result_preview as result,
      -- A scalar: the planner might answer 'exists' by reading the texts of the whole day.
      coalesce((
        select bool_or(right(thought, ${MARK_CHARACTERS}::int) ~ ${MARK}) from tool_call_texts x, unnest(x.thoughts) as thought
        where c.thought_count > 0 and x.project_id = c.project_id and x.day = c.day and x.trace_id = c.trace_id
          and x.span_id = c.span_id and x.call_index = c.call_index
      ), false) as "thoughtCut"
    from unnest(${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[]) as wanted (span_id, call_index)
    join traces t on t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(wanted.span_id, 'hex') and c.call_index = wanted.call_index`;
}
