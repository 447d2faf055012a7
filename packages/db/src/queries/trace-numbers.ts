/** The numbers of a row of `traces t` that lists sort and filter by, as the indexes over them are written. */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';

/** Total, nano-dollars. */
export const totalCost = (sql: Sql): Fragment =>
  sql`(t.input_cost + t.answer_cost + t.readable_cost + t.summary_cost + t.no_text_cost)`;

/**
 * Something was counted, and there is a price for some of it: else a cost of 0 is none (`costStateOf` of the screens
 * says the same).
 */
export const isCostKnown = (sql: Sql): Fragment =>
  sql`(${totalCost(sql)} > 0 or t.generations_unpriced = 0 and t.input_tokens + t.output_tokens > 0)`;

/** Null where the screens tell no amount. */
export const totalKnown = (sql: Sql): Fragment => sql`case when ${isCostKnown(sql)} then ${totalCost(sql)} end`;

/** Share of hidden thinking in the cost; null without a cost. */
export const hiddenShare = (sql: Sql): Fragment =>
  sql`((t.summary_cost + t.no_text_cost)::float8 / nullif(${totalCost(sql)}, 0))`;

/** Tokens; null when no model call says how much it thought. */
export const thinkingKnown = (sql: Sql): Fragment =>
  sql`case when t.generations_reporting > 0 then t.reasoning_tokens end`;

/** How long it took; null when one of its spans has no end. */
export const secondsKnown = (sql: Sql): Fragment =>
  sql`case when t.open_count = 0 then extract(epoch from t.ended_at - t.started_at)::float8 end`;

export const errorsKnown = (sql: Sql): Fragment => sql`t.error_count > 0`;
