/** Numbers of a row of `traces t` that lists sort and filter by, as expressions that match the indexes. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

/** Total cost in nano-dollars. */
export const totalCost = (sql: Sql): Fragment =>
  sql`(t.input_cost + t.answer_cost + t.readable_cost + t.summary_cost + t.no_text_cost)`;

/**
 * Usage was reported, and some of it has a price. Otherwise a cost of 0 means "no cost" (the web app's `costStateOf`
 * follows the same rule).
 */
export const hasCost = (sql: Sql): Fragment =>
  sql`(${totalCost(sql)} > 0 or t.generations_unpriced = 0 and t.input_tokens + t.output_tokens > 0)`;

/** null when the screens show no amount. */
export const shownTotal = (sql: Sql): Fragment => sql`case when ${hasCost(sql)} then ${totalCost(sql)} end`;

/** Share of hidden thinking in the cost; null without a cost. */
export const hiddenShare = (sql: Sql): Fragment =>
  sql`((t.summary_cost + t.no_text_cost)::float8 / nullif(${totalCost(sql)}, 0))`;

/** Tokens; null when no model call reports its thinking. */
export const reportedThinking = (sql: Sql): Fragment =>
  sql`case when t.generations_reporting > 0 then t.reasoning_tokens end`;

/** Duration in seconds; null when one of its spans has no end. */
export const durationSeconds = (sql: Sql): Fragment =>
  sql`case when t.open_count = 0 then extract(epoch from t.ended_at - t.started_at)::float8 end`;

export const hasErrors = (sql: Sql): Fragment => sql`t.error_count > 0`;
