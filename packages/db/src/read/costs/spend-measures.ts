/** The measures of a sum over model_rollups, shared by all breakdowns (by day, model, agent, effort). */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { columnOf } from '../../postgres/json-rows.ts';
import { meansModelSql } from '../../rows/model-names.ts';

/**
 * Tokens and integer nano-dollars. Sums omit values that were not reported or have no price; the counts say how many
 * those are.
 */
export interface SpendMeasures {
  generations: number;
  /** Counts generations whose own usage counts, and runs that count. */
  generationsReporting: number;
  /** The same without a cost, and calls that do not think without one. */
  generationsUnpriced: number;
  /** Runs that count instead of the generations below them, and the number of these generations. */
  runsCounted: number;
  generationsInRuns: number;
  /** Model calls that do not think: embeddings, images and the like. */
  taskCalls: number;
  errors: number;
  inputTokens: bigint;
  cacheReadTokens: bigint;
  outputTokens: bigint;
  reasoningTokens: bigint;
  readableTokens: bigint;
  summaryTokens: bigint;
  noTextTokens: bigint;
  /** Thinking that runs report. They do not report whether it has text. */
  untoldTokens: bigint;
  inputCost: bigint;
  /** Output that is not thinking. */
  answerCost: bigint;
  readableCost: bigint;
  summaryCost: bigint;
  noTextCost: bigint;
  untoldCost: bigint;
}

/** A time range of one project. Sums over whole hours are exact, because rollups are hourly. */
export interface SpendRange {
  projectId: string;
  from: Date;
  to: Date;
}

/** A condition on single model calls. `effort` and `agent` are as the sender reported them. */
export interface CallCondition {
  negated: boolean;
  field: 'model' | 'agent' | 'effort';
  value: string;
}

/** ` and …` for each condition, on `columns`. For rows of spans, these are ROLLUP_KEYS. */
export function andCallConditions(
  sql: Sql,
  conditions: readonly CallCondition[],
  columns: Readonly<Record<CallCondition['field'], string>>,
): Fragment {
  return conditions.reduce(
    (all, { negated, field, value }) => {
      const column = sql.unsafe(columns[field]);
      const holds =
        field === 'model' ? meansModelSql(sql, column, sql`${value}::text`) : sql`(${column} = ${value}::text)`;
      return sql`${all} and ${negated ? sql`not` : sql``} ${holds}`;
    },
    sql``,
  );
}

const COUNTS = [
  ...(['generations', 'generationsReporting', 'generationsUnpriced'] as const),
  ...(['runsCounted', 'generationsInRuns', 'taskCalls', 'errors'] as const),
] as const;
const AMOUNTS = [
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  'reasoningTokens',
  'readableTokens',
  'summaryTokens',
  'noTextTokens',
  'untoldTokens',
  'inputCost',
  'answerCost',
  'readableCost',
  'summaryCost',
  'noTextCost',
  'untoldCost',
] as const;

/** `sum(...)` of every measure, as text, because a sum may exceed what a JavaScript number holds exactly. */
export function sumOfMeasures(sql: Sql): Fragment {
  const sums = [...COUNTS, ...AMOUNTS].map((measure) => `sum(${summed(measure)})::text as "${measure}"`);
  return sql`${sql.unsafe(sums.join(', '))}`;
}

/** The stored column includes thinking of unknown state. */
const summed = (measure: string): string =>
  measure === 'answerCost' ? 'answer_cost - untold_cost' : columnOf(measure);

/** Reads a row of `sumOfMeasures` as numbers and bigints. */
export function readMeasures(row: Row): SpendMeasures {
  const counts = COUNTS.map((measure) => [measure, Number(row[measure] ?? 0)]);
  const amounts = AMOUNTS.map((measure) => [measure, BigInt(row[measure] ?? 0)]);
  return Object.fromEntries([...counts, ...amounts]) as unknown as SpendMeasures;
}
