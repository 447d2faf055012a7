/**
 * The line above the list: how many traces match, what they cost, how much of that was thinking, and how much of the
 * thinking was hidden.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceCosts, TraceFilter } from './trace-list-row.ts';
import { newestThatFit } from './trace-newest.ts';

export interface TraceTotals {
  /** At most `cap`, the newest. The sums cover these traces. */
  traces: number;
  /** There are more matching traces, or there may be. */
  capped: boolean;
  /** Number of newest traces that were looked at; null when all were. */
  looked: number | null;
  /** Only the newest traces were searched for words. */
  wordsCut: boolean;
  generations: number;
  generationsReporting: number;
  generationsUnpriced: number;
  runsCounted: number;
  generationsInRuns: number;
  inputTokens: bigint;
  outputTokens: bigint;
  costs: TraceCosts;
}

export async function traceTotals(sql: Sql, filter: TraceFilter & { cap: number }): Promise<TraceTotals> {
  const { traces, isCut, looked, wordsCut } = await newestThatFit(sql, filter, filter.cap + 1);
  const [row] = await sql`
    with newest as (
      select t.generation_count, t.generations_reporting, t.generations_unpriced, t.runs_counted, t.generations_in_runs, t.input_tokens, t.output_tokens, t.input_cost, t.answer_cost, t.untold_cost, t.readable_cost, t.summary_cost,
        t.no_text_cost from (${traces}) t
    ), counted as (select * from newest limit ${filter.cap})
    select (select count(*) from newest)::int as traces, ${isCut} as cut, coalesce(sum(generation_count), 0)::int as generations,
      coalesce(sum(generations_reporting), 0)::int as reporting, coalesce(sum(generations_unpriced), 0)::int as unpriced,
      coalesce(sum(runs_counted), 0)::int as runs, coalesce(sum(generations_in_runs), 0)::int as in_runs,
      coalesce(sum(input_tokens), 0)::text as input_tokens, coalesce(sum(output_tokens), 0)::text as output_tokens,
      coalesce(sum(input_cost), 0)::text as input, coalesce(sum(answer_cost - untold_cost), 0)::text as answer, coalesce(sum(untold_cost), 0)::text as untold,
      coalesce(sum(readable_cost), 0)::text as readable, coalesce(sum(summary_cost), 0)::text as summary,
      coalesce(sum(no_text_cost), 0)::text as no_text
    from counted`;
  return {
    traces: Math.min(row?.traces, filter.cap),
    capped: row?.traces > filter.cap || row?.cut,
    looked: row?.cut && row?.traces <= filter.cap ? looked : null,
    wordsCut,
    generations: row?.generations,
    generationsReporting: row?.reporting,
    generationsUnpriced: row?.unpriced,
    runsCounted: row?.runs,
    generationsInRuns: row?.in_runs,
    inputTokens: BigInt(row?.input_tokens),
    outputTokens: BigInt(row?.output_tokens),
    costs: {
      input: BigInt(row?.input),
      answer: BigInt(row?.answer),
      readable: BigInt(row?.readable),
      summary: BigInt(row?.summary),
      noText: BigInt(row?.no_text),
      untold: BigInt(row?.untold),
    },
  };
}
