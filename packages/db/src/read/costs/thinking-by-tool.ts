/**
 * Thinking paid before each tool, from tool_rollups: number of calls, their thinking tokens, and how much of that was
 * hidden.
 */
import type { Row } from 'postgres';
import { HISTOGRAM_BUCKETS } from '@subtext/trace';
import type { Sql } from '../../postgres/connect.ts';
import type { SpendRange } from './spend-measures.ts';
import { sumOfHistogram } from './sum-of-histogram.ts';

export interface ThinkingOfTool {
  /** `text_output` stands for answers. */
  tool: string;
  calls: number;
  /** Calls whose own number of thinking tokens is known. Excludes shared and unreported thoughts. */
  callsWithTokens: number;
  reasoningTokens: bigint;
  /** Calls whose tokens were not reported, with an estimate from their text. They are in no other figure. */
  callsEstimated: number;
  estimatedTokens: bigint;
  /** Nano-dollars. */
  reasoningCost: bigint;
  hiddenCost: bigint;
  /** Calls by size: bucket 0 counts zeros, bucket i counts 2^(i-1) ≤ tokens < 2^i. */
  tokenHistogram: number[];
}

/** Senders choose the names, so there may be any number of them. */
export const MAX_TOOLS = 500;

/** The columns that `readTool` reads, beside the name. */
export const SUMS_OF_TOOL = [
  'sum(calls)::int as calls',
  'sum(calls_with_tokens)::int as calls_with_tokens',
  'sum(calls_estimated)::int as calls_estimated',
  ...['estimated_tokens', 'reasoning_tokens', 'reasoning_cost', 'hidden_cost'].map(
    (amount) => `sum(${amount})::text as ${amount}`,
  ),
  sumOfHistogram('token_histogram', HISTOGRAM_BUCKETS),
].join(', ');

export async function thinkingByTool(sql: Sql, range: SpendRange): Promise<ThinkingOfTool[]> {
  const rows = await sql`
    select tool_name as tool, ${sql.unsafe(SUMS_OF_TOOL)}
    from tool_rollups
    where project_id = ${range.projectId} and hour >= ${range.from} and hour < ${range.to}
    group by tool_name
    -- A tool that only ran in the range has no thinking before it there.
    having sum(calls) > 0
    order by sum(tool_rollups.reasoning_cost) desc, sum(tool_rollups.reasoning_tokens) desc, tool_name
    limit ${MAX_TOOLS}`;
  return rows.map(readTool);
}

export function readTool(row: Row): ThinkingOfTool {
  return {
    tool: String(row.tool),
    calls: Number(row.calls),
    callsWithTokens: Number(row.calls_with_tokens),
    reasoningTokens: BigInt(row.reasoning_tokens ?? 0),
    callsEstimated: Number(row.calls_estimated),
    estimatedTokens: BigInt(row.estimated_tokens ?? 0),
    reasoningCost: BigInt(row.reasoning_cost ?? 0),
    hiddenCost: BigInt(row.hidden_cost ?? 0),
    tokenHistogram: row.token_histogram as number[],
  };
}
