/**
 * Thinking paid before each tool in the newest traces that match a filter, computed from their calls, because
 * tool_rollups are by tool only.
 */
import type { Sql } from '../../postgres/connect.ts';
import { COUNT_CALLS, COUNTED_CALLS, ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import { andCallConditions } from './spend-measures.ts';
import { lookedAt, newestTraces, type TracesQuery } from './spend-of-traces.ts';
import { MAX_TOOLS, readTool, type ThinkingOfTool } from './thinking-by-tool.ts';

export interface ThinkingOfTraces {
  rows: ThinkingOfTool[];
  traces: number;
  capped: boolean;
}

export async function thinkingByToolOfTraces(sql: Sql, query: TracesQuery): Promise<ThinkingOfTraces> {
  const { projectId } = query.traces;
  // Also as a lateral lookup. The planner would turn an `exists` into a scan of all spans.
  const ofAsker =
    query.calls.length === 0
      ? sql``
      : sql`cross join lateral (
          select from spans s where s.project_id = ${projectId} and s.day = calls.day and s.trace_id = calls.trace_id
            and s.span_id = calls.span_id ${andCallConditions(sql, query.calls, ROLLUP_KEYS)} offset 0
        ) asker`;
  const { tables } = await newestTraces(sql, query.traces);
  const rows = await sql`
    with ${tables}, summed as (
      select calls.tool_name as tool, ${sql.unsafe(COUNT_CALLS)}
      from counted t cross join lateral (
        -- The offset keeps it a look into each of the traces, never a pass over all calls there are.
        select * from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id offset 0
      ) calls ${ofAsker}
      where ${sql.unsafe(COUNTED_CALLS)}
      group by 1 order by sum(calls.reasoning_cost) desc nulls last, 1 limit ${MAX_TOOLS}
    )
    select found.*, summed.* from ${lookedAt(sql)} found left join summed on true
    order by summed.reasoning_cost desc nulls last, summed.reasoning_tokens desc nulls last, summed.tool`;
  return {
    rows: rows.filter((row) => row.tool !== null).map(readTool),
    traces: Number(rows[0]?.traces ?? 0),
    capped: rows[0]?.capped === true,
  };
}
