/** For tests of the write path: which spans are stored, and the content of totals and rollups. */
import type { Sql } from '../postgres/connect.ts';

/** The spans of the project as `trace/span`, sorted. */
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
  const models = await sql`SELECT * FROM model_rollups WHERE project_id = ${projectId}
    ORDER BY hour, provider, model, agent_name, reasoning_effort`;
  const tools = await sql`SELECT * FROM tool_rollups WHERE project_id = ${projectId} ORDER BY hour, tool_name`;
  return { traces: plain(traces), models: plain(models), tools: plain(tools) };
}

/** Removes rollups without figures. A rollup row that becomes empty may or may not stay, and the sums are the same. */
export function withoutEmpty({ traces, models, tools }: Sums): Sums {
  const says = (row: Record<string, unknown>) =>
    Object.values(row).some((value) => typeof value !== 'object' && Number(value) > 0);
  return { traces, models: models.filter(says), tools: tools.filter(says) };
}

/**
 * Removes columns that differ from project to project or have nothing to do with sums. Bucket counts, hours and texts
 * stay as the database returns them.
 */
function plain(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return [...rows].map(({ project_id: _project, updated_at: _updated, spans_forgotten: _forgotten, ...row }) => row);
}
