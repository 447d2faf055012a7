/** Billed thinking beside the text that is held of it, by day: sums of what the checks stored of each trace. */
import type { Sql } from '../../postgres/connect.ts';

export interface BilledThinkingDay {
  /** As `2026-11-28`, in UTC. */
  day: string;
  model: string;
  /** `verbatim`: all text is the model's own. `summary`: the provider's. */
  basis: 'verbatim' | 'summary';
  /** Model calls that report their thinking tokens and hold all of the text. */
  steps: number;
  tokens: number;
  /** UTF-8. */
  bytes: number;
}

export interface BilledThinkingQuery {
  from: Date;
  to: Date;
  /** The days since then are summed, too: those of the range are compared with them. */
  before: Date;
  /** How many models at most. */
  limit: number;
}

export interface BilledThinking {
  /** Those with the most billed thinking in the range, most first. */
  models: string[];
  /** Of these models, in the order of days. */
  days: BilledThinkingDay[];
}

export async function billedThinking(
  sql: Sql,
  projectId: string,
  { from, to, before, limit }: BilledThinkingQuery,
): Promise<BilledThinking> {
  const dayOf = (date: Date) => sql`(${date}::timestamptz at time zone 'UTC')::date`;
  // The sums are used twice, and computing them reads a row for each trace and model.
  const rows = await sql<(BilledThinkingDay & { rank: number })[]>`
    with sums as materialized (
      select day, model, basis, sum(steps)::float8 as steps, sum(tokens)::float8 as tokens, sum(bytes)::float8 as bytes
      from billed_thinking
      where project_id = ${projectId} and day >= ${dayOf(before)} and day <= ${dayOf(to)}
      group by day, model, basis
    ), most as (
      select model, row_number() over (order by sum(tokens) desc, model)::int as rank from sums
      where day >= ${dayOf(from)} group by model order by rank limit ${limit}
    )
    select day::text, model, basis, steps, tokens, bytes, rank from sums join most using (model)
    order by day, model, basis`;
  const ranks = new Map(rows.map(({ model, rank }) => [model, rank]));
  const models = [...ranks].toSorted(([, one], [, other]) => one - other).map(([model]) => model);
  return { models, days: rows.map(({ rank: _rank, ...day }) => day) };
}
