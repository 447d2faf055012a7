/**
 * The second lines of a page of traces: the last readable thought, or the thought before the first error (that is what people look for),
 * and the tools that were called.
 */
import type { Row } from 'postgres';
import type { Sql } from '../connect.ts';

export interface TraceHighlight {
  id: string;
  /** Of the thought before the first error, else of the last thought that has text. */
  thought: { text: string; state: string } | null;
  /** Tool of the first call that failed. */
  failedTool: string | null;
  /** Thoughts the trace has, and those of them without text. */
  thoughts: number;
  thoughtsWithoutText: number;
  /** Calls that have no answer yet to whether there was any thinking. */
  unreported: number;
  /** The most called first, at most three. */
  tools: { name: string; calls: number }[];
}

export async function traceHighlights(sql: Sql, projectId: string, ids: readonly string[]): Promise<TraceHighlight[]> {
  const rows = await sql`
    select encode(t.trace_id, 'hex') as id, failed.tool_name as failed_tool,
      coalesce(before.thought_preview, latest.thought_preview) as thought,
      case when before.thought_preview is not null then before.thinking_state else latest.thinking_state end as state,
      counts.thoughts, counts.without_text, counts.unreported, tools.tools
    from traces t
    left join lateral (
      select c.tool_name, c.started_at from tool_calls c
      where c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id and c.status = 'error'
      order by c.started_at, c.call_index limit 1
    ) failed on t.error_count > 0
    left join lateral (
      select c.thought_preview, c.thinking_state from tool_calls c
      where c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
        and c.described_by = 'generation' and c.thought_preview is not null and c.started_at <= failed.started_at
      order by c.started_at desc, c.call_index desc limit 1
    ) before on failed.started_at is not null
    left join lateral (
      select c.thought_preview, c.thinking_state from tool_calls c
      where c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
        and c.described_by = 'generation' and c.thought_preview is not null
      order by c.started_at desc, c.call_index desc limit 1
    ) latest on true
    left join lateral (
      select count(*) filter (where c.thought_count > 0 or owns_hidden)::int as thoughts,
        count(*) filter (where c.thought_count = 0 and owns_hidden)::int as without_text,
        count(*) filter (where c.thinking_state = 'unreported')::int as unreported
      from tool_calls c,
        lateral (select c.thinking_state in ('redacted', 'encrypted', 'withheld') and c.reasoning_tokens is not null) as o (owns_hidden)
      where c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id and c.described_by = 'generation'
    ) counts on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('name', tool_name, 'calls', calls) order by calls desc, tool_name) as tools
      from (
        select c.tool_name, greatest(count(*) filter (where c.described_by = 'generation'),
          count(*) filter (where c.described_by = 'execution'))::int as calls
        from tool_calls c
        where c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
          and c.type not in ('answer', 'trailing') and c.described_by <> 'history'
        group by c.tool_name order by calls desc, c.tool_name limit 3
      ) most
    ) tools on true
    where t.project_id = ${projectId} and t.trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)`;
  return rows.map(highlightOf);
}

function highlightOf(row: Row): TraceHighlight {
  return {
    id: row.id,
    thought: row.thought === null ? null : { text: row.thought, state: row.state },
    failedTool: row.failed_tool,
    thoughts: row.thoughts,
    thoughtsWithoutText: row.without_text,
    unreported: row.unreported,
    tools: row.tools ?? [],
  };
}
