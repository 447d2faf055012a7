/** Thinking before the calls of one tool, and its durations, by hour. Hours without a call have no row. */
import { LATENCY_BUCKETS } from '@subtext/trace';
import type { Sql } from '../../postgres/connect.ts';
import type { SpendRange } from './spend-measures.ts';
import { sumOfHistogram } from './sum-of-histogram.ts';
import { readTool, SUMS_OF_TOOL, type ThinkingOfTool } from './thinking-by-tool.ts';

export interface ToolOfHour extends ThinkingOfTool {
  hour: Date;
  /** Measured durations, and not inferred ones (latency-histogram.ts). */
  durations: number[];
}

const DURATIONS = sumOfHistogram('duration_histogram', LATENCY_BUCKETS);

export async function toolByHour(sql: Sql, { projectId, from, to }: SpendRange, tool: string): Promise<ToolOfHour[]> {
  const rows = await sql`
    select hour, tool_name as tool, ${sql.unsafe(SUMS_OF_TOOL)}, ${sql.unsafe(DURATIONS)} from tool_rollups
    where project_id = ${projectId} and hour >= ${from} and hour < ${to} and tool_name = ${tool}
    group by 1, 2 order by 1`;
  return rows.map((row) => ({
    ...readTool(row),
    hour: row.hour as Date,
    durations: row.duration_histogram as number[],
  }));
}
