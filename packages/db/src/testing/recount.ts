/** For tests of the write path: what totals and rollups hold, and what they must hold, counted anew in SQL from spans and calls. */
import type { Sql } from '../connect.ts';

/** Spans of the project, `trace/span`, sorted. */
export async function storedSpanIds(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT encode(trace_id, 'hex') || '/' || encode(span_id, 'hex') AS id FROM spans WHERE project_id = ${projectId}`;
  return [...rows].map((row) => row.id).sort();
}

export interface Sums {
  traces: Record<string, unknown>[];
  models: Record<string, unknown>[];
  tools: Record<string, unknown>[];
}

export async function stored(sql: Sql, projectId: string): Promise<Sums> {
  const traces = await sql`SELECT * FROM traces WHERE project_id = ${projectId} ORDER BY trace_id`;
  const models = await sql`SELECT * FROM model_rollups WHERE project_id = ${projectId} ORDER BY hour, provider, model`;
  const tools = await sql`SELECT * FROM tool_rollups WHERE project_id = ${projectId} ORDER BY hour, tool_name`;
  return { traces: plain(traces), models: plain(models), tools: plain(tools) };
}

export async function recount(sql: Sql, projectId: string): Promise<Sums> {
  return {
    traces: await recountTraces(sql, projectId),
    models: await recountModels(sql, projectId),
    tools: await recountTools(sql, projectId),
  };
}

/** Without what differs from project to project. Bucket counts, hours and texts stay as the database gives them. */
function plain(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return [...rows].map(({ project_id: _project, updated_at: _updated, ...row }) => row);
}

/** Every sum of `counted` spans that traces and model_rollups share. */
const SPEND = `
  count(*) FILTER (WHERE kind = 'generation' AND reasoning_tokens IS NOT NULL)::int AS generations_reporting,
  count(*) FILTER (WHERE kind = 'generation' AND total_cost IS NULL
    AND NOT (status = 'error' AND input_tokens IS NULL AND output_tokens IS NULL))::int AS generations_unpriced,
  coalesce(sum(input_tokens), 0)::bigint AS input_tokens,
  coalesce(sum(cache_read_tokens), 0)::bigint AS cache_read_tokens,
  coalesce(sum(output_tokens), 0)::bigint AS output_tokens,
  coalesce(sum(reasoning_tokens), 0)::bigint AS reasoning_tokens,
  coalesce(sum(coalesce(input_cost, 0) + coalesce(cache_read_cost, 0) + coalesce(cache_write_cost, 0)), 0)::bigint AS input_cost,
  coalesce(sum(output_cost - coalesce(reasoning_cost, 0)), 0)::bigint AS answer_cost,
  coalesce(sum(readable_cost), 0)::bigint AS readable_cost,
  coalesce(sum(summary_cost), 0)::bigint AS summary_cost,
  coalesce(sum(no_text_cost), 0)::bigint AS no_text_cost`;

/** Facts of a trace (its name, tags, …) are not sums: they are taken as stored. */
async function recountTraces(sql: Sql, projectId: string): Promise<Record<string, unknown>[]> {
  const rows = await sql`
    SELECT traces.trace_id, spends.*, counts.*, called.*, begun.* FROM traces
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(SPEND)}, coalesce(sum(summary_tokens + no_text_tokens), 0)::bigint AS hidden_reasoning_tokens
      FROM spans WHERE project_id = traces.project_id AND trace_id = traces.trace_id AND duplicate_of IS NULL
        AND kind IN ('generation', 'embedding')
    ) AS spends
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS span_count, count(*) FILTER (WHERE kind = 'generation')::int AS generation_count,
        count(*) FILTER (WHERE status = 'error')::int AS error_count
      FROM spans WHERE project_id = traces.project_id AND trace_id = traces.trace_id AND duplicate_of IS NULL
    ) AS counts
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE type NOT IN ('answer', 'trailing'))::int AS call_count
      FROM tool_calls WHERE project_id = traces.project_id AND trace_id = traces.trace_id AND described_by = 'generation'
    ) AS called
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN spans.duplicate_of IS NOT NULL THEN greatest(0, begun.steps - 1)
        WHEN spans.kind = 'generation' THEN greatest(1, begun.steps) ELSE begun.steps END), 0)::int AS step_count
      FROM spans CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE asked.place = 1 OR type IN ('answer', 'trailing') OR thought_count > 0
          OR thinking_state IN ('summary', 'redacted', 'encrypted', 'withheld') AND reasoning_tokens IS NOT NULL) AS steps
        FROM (SELECT *, row_number() OVER (ORDER BY call_index) AS place FROM tool_calls
          WHERE project_id = spans.project_id AND day = spans.day AND trace_id = spans.trace_id AND span_id = spans.span_id
            AND described_by = 'generation') AS asked
      ) AS begun
      WHERE spans.project_id = traces.project_id AND spans.trace_id = traces.trace_id
    ) AS begun
    WHERE project_id = ${projectId} ORDER BY trace_id`;
  const facts = (await stored(sql, projectId)).traces;
  return [...rows].map((row, index) => ({ ...facts[index], ...row }));
}

async function recountModels(sql: Sql, projectId: string): Promise<Record<string, unknown>[]> {
  const rows = await sql`
    SELECT date_trunc('hour', started_at) AS hour, coalesce(provider, 'unknown') AS provider,
      coalesce(response_model, request_model, 'unknown') AS model,
      count(*) FILTER (WHERE kind = 'generation')::int AS generations,
      count(*) FILTER (WHERE kind = 'generation' AND status = 'error')::int AS errors,
      coalesce(sum(readable_tokens), 0)::bigint AS readable_tokens,
      coalesce(sum(summary_tokens), 0)::bigint AS summary_tokens,
      coalesce(sum(no_text_tokens), 0)::bigint AS no_text_tokens,
      ${sql.unsafe(SPEND)}
    FROM spans
    WHERE project_id = ${projectId} AND duplicate_of IS NULL AND kind IN ('generation', 'embedding')
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
  return plain(rows);
}

async function recountTools(sql: Sql, projectId: string): Promise<Record<string, unknown>[]> {
  const counted = sql`calls.reasoning_tokens_source IS DISTINCT FROM 'estimated'`;
  const bucket = `CASE WHEN calls.reasoning_tokens = 0 THEN 0
    ELSE (SELECT min(i) FROM generate_series(1, 23) AS i WHERE calls.reasoning_tokens < 2 ^ i OR i = 23) END`;
  const rows = await sql`
    SELECT date_trunc('hour', spans.started_at) AS hour, calls.tool_name, count(*)::int AS calls,
      count(calls.reasoning_tokens) FILTER (WHERE ${counted})::int AS calls_with_tokens,
      coalesce(sum(calls.reasoning_tokens) FILTER (WHERE ${counted}), 0)::bigint AS reasoning_tokens,
      coalesce(sum(calls.reasoning_cost), 0)::bigint AS reasoning_cost,
      coalesce(sum(calls.reasoning_cost) FILTER (
        WHERE calls.thinking_state IN ('summary', 'redacted', 'encrypted', 'withheld')), 0)::bigint AS hidden_cost,
      array_agg(${sql.unsafe(bucket)}) FILTER (WHERE calls.reasoning_tokens IS NOT NULL AND ${counted}) AS buckets
    FROM tool_calls AS calls JOIN spans USING (project_id, day, trace_id, span_id)
    WHERE calls.project_id = ${projectId} AND calls.described_by = 'generation' AND calls.type <> 'trailing'
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return [...rows].map(({ buckets, ...row }) => {
    const histogram = new Array<number>(24).fill(0);
    for (const at of (buckets ?? []) as number[]) histogram[at]! += 1;
    return { ...row, token_histogram: histogram };
  });
}
