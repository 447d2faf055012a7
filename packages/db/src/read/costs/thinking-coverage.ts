/** How much of the thinking in a time range has searchable text, in tokens. */
import type { Sql } from '../../postgres/connect.ts';

export interface ThinkingCoverage {
  readable: bigint;
  summary: bigint;
  noText: bigint;
  /** Thinking that runs report. They do not report whether it has text. */
  untold: bigint;
  /** Model calls that report usage, and runs that count instead of their calls. */
  generations: number;
  /** Model calls that report their thinking tokens. */
  reporting: number;
}

export async function thinkingCoverage(
  sql: Sql,
  projectId: string,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<ThinkingCoverage> {
  const [row] = await sql`
    select coalesce(sum(readable_tokens), 0)::text as readable, coalesce(sum(summary_tokens), 0)::text as summary,
      coalesce(sum(no_text_tokens), 0)::text as no_text, coalesce(sum(untold_tokens), 0)::text as untold, coalesce(sum(generations - generations_in_runs + runs_counted), 0)::float8 as generations,
      coalesce(sum(generations_reporting), 0)::float8 as reporting
    from model_rollups where project_id = ${projectId}
      ${from ? sql`and hour >= date_trunc('hour', ${from}::timestamptz)` : sql``} ${to ? sql`and hour < ${to}` : sql``}`;
  return {
    readable: BigInt(row?.readable),
    summary: BigInt(row?.summary),
    noText: BigInt(row?.no_text),
    untold: BigInt(row?.untold),
    generations: row?.generations,
    reporting: row?.reporting,
  };
}
