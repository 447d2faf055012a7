/**
 * Latency in the newest traces that match a filter, counted from their spans and calls, for what the rollups do not
 * contain (sessions, tags, words). Bounded like spend-of-traces.ts.
 */
import type { Sql } from '../../postgres/connect.ts';
import {
  COUNT_EXECUTIONS,
  COUNT_MODEL_LATENCIES,
  EXECUTIONS,
  IS_OF_MODEL,
  ROLLUP_KEYS,
} from '../../rows/recount-statements.ts';
import {
  andLatencyKey,
  hasProvider,
  latencyKey,
  readLatencies,
  type LatencyGrouping,
  type LatencyOf,
} from './latency.ts';
import { andCallConditions } from './spend-measures.ts';
import { lookedAt, newestTraces, type TracesQuery } from './spend-of-traces.ts';

export interface LatencyOfTraces {
  rows: LatencyOf[];
  traces: number;
  capped: boolean;
}

/** `calls` narrows model calls. An execution does not report its model, so of tools only the traces are narrowed. */
export async function latencyOfTraces(
  sql: Sql,
  query: TracesQuery,
  grouping: LatencyGrouping,
): Promise<LatencyOfTraces> {
  const { tables } = await newestTraces(sql, query.traces);
  const counted = grouping.by === 'tool' ? executions(sql, query, grouping) : modelCalls(sql, query, grouping);
  const rows = await sql`
    with ${tables}, counted_up as (${counted.statement})
    select found.*, counted_up.* from ${lookedAt(sql)} found left join counted_up on true`;
  return {
    rows: readLatencies(
      rows.filter((row) => row.key !== null),
      grouping.by,
    ),
    traces: Number(rows[0]?.traces ?? 0),
    capped: rows[0]?.capped === true,
  };
}

const modelCalls = (sql: Sql, { traces, calls }: TracesQuery, grouping: LatencyGrouping) => {
  const column = sql.unsafe(grouping.by === 'agent' ? ROLLUP_KEYS.agent : ROLLUP_KEYS.model);
  const provider = hasProvider(grouping) ? ROLLUP_KEYS.provider : 'null::text';
  return {
    statement: sql`
      select ${latencyKey(sql, grouping, { column, hour: sql.unsafe(ROLLUP_KEYS.hour) })} as key,
        ${sql.unsafe(provider)} as provider, ${sql.unsafe(COUNT_MODEL_LATENCIES)}
      from counted t cross join lateral (
        -- The offset keeps it a look into each of the traces, never a pass over all spans there are.
        select * from spans s where s.project_id = ${traces.projectId} and s.day = t.day and s.trace_id = t.trace_id offset 0
      ) span
      where ${sql.unsafe(IS_OF_MODEL)} ${andCallConditions(sql, calls, ROLLUP_KEYS)} ${andLatencyKey(sql, grouping, column)}
      group by 1, 2`,
  };
};

const executions = (sql: Sql, { traces: { projectId } }: TracesQuery, grouping: LatencyGrouping) => {
  const column = sql`calls.tool_name`;
  const hour = sql`date_trunc('hour', spans.started_at, 'UTC')`;
  return {
    statement: sql`
      select ${latencyKey(sql, grouping, { column, hour })} as key, null::text as provider,
        ${sql.unsafe(COUNT_EXECUTIONS)}
      from counted t cross join lateral (
        select * from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id offset 0
      ) calls cross join lateral (
        select s.started_at, s.duplicate_of from spans s where s.project_id = ${projectId} and s.day = calls.day
          and s.trace_id = calls.trace_id and s.span_id = calls.span_id offset 0
      ) spans
      where ${sql.unsafe(EXECUTIONS)} ${andLatencyKey(sql, grouping, column)}
      group by 1`,
  };
};
