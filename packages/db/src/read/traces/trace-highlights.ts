/**
 * The second lines of rows in the list of traces: the tools that were called, and the last readable thought or, because
 * users look for it first, the thought before the first error.
 */
import type { Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

export interface TraceHighlight {
  id: string;
  /** The thought before the first error, or the last thought that has text. */
  thought: { text: string; state: string } | null;
  /** Tool of the first failed call. */
  failedTool: string | null;
  /** A model call failed. */
  modelFailed: boolean;
  /** Number of thoughts, and of those without text. */
  thoughts: number;
  thoughtsWithoutText: number;
  /** Calls for which it was not reported whether there was any thinking. */
  unreported: number;
  /** The most frequently called first, at most three. */
  tools: { name: string; calls: number }[];
}

/** Maximum number of spans whose calls are read for a page. The longest traces beyond that have no second line. */
const MAX_SPANS = 10_000;

export async function traceHighlights(sql: Sql, projectId: string, ids: readonly string[]): Promise<TraceHighlight[]> {
  const rows = await sql`
    select encode(t.trace_id, 'hex') as id, found.*
    from (
      select project_id, day, trace_id, error_count, span_count, sum(span_count) over (order by span_count, trace_id) as spans from traces
      where project_id = ${projectId} and trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)
    ) t
    cross join lateral (
      -- Read once, whatever is asked of them.
      with calls as materialized (
        select c.tool_name, c.started_at, c.call_index, c.status, c.described_by, c.type, c.thought_preview, c.thinking_state, c.thought_count,
          c.thinking_state in ('redacted', 'encrypted', 'withheld') and c.reasoning_tokens is not null as owns_hidden
        from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id
      ), responses as materialized (
        select s.status from spans s
        where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id and s.kind = 'generation' and s.duplicate_of is null
      ), failed as (
        select tool_name, started_at from calls where status = 'error' and t.error_count > 0 order by started_at, call_index limit 1
      ), thought as (
        select thought_preview, thinking_state from calls where described_by = 'generation' and thought_preview is not null
        order by coalesce(started_at <= (select started_at from failed), false) desc, started_at desc, call_index desc limit 1
      ), most as (
        select tool_name, greatest(count(*) filter (where described_by = 'generation'),
          count(*) filter (where described_by = 'execution'))::int as calls
        from calls where type not in ('answer', 'trailing') and described_by <> 'history'
        group by tool_name order by 2 desc, tool_name limit 3
      )
      select (select tool_name from failed) as failed_tool, (select thought_preview from thought) as thought,
        (select thinking_state from thought) as state,
        count(*) filter (where thought_count > 0 or owns_hidden)::int as thoughts,
        count(*) filter (where thought_count = 0 and owns_hidden)::int as without_text,
        count(*) filter (where thinking_state = 'unreported')::int as unreported,
        (select coalesce(bool_or(status = 'error'), false) from responses) as model_failed,
        (select jsonb_agg(jsonb_build_object('name', tool_name, 'calls', calls) order by calls desc, tool_name) from most) as tools
      from calls where described_by = 'generation'
    ) found
    where t.spans <= ${MAX_SPANS}`;
  return rows.map(highlightOf);
}

function highlightOf(row: Row): TraceHighlight {
  return {
    id: row.id,
    thought: row.thought === null ? null : { text: row.thought, state: row.state },
    failedTool: row.failed_tool,
    modelFailed: row.model_failed,
    thoughts: row.thoughts,
    thoughtsWithoutText: row.without_text,
    unreported: row.unreported,
    tools: row.tools ?? [],
  };
}
