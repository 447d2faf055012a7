/** What a sum over model_rollups says, in one place, for every cut of it (by day, by model, by agent, by effort). */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../connect.ts';
import { columnOf } from '../json-rows.ts';
import { meansModelSql } from '../model-names.ts';

/**
 * Tokens and integer nano-dollars. Sums leave out what was not reported or not priced; the counts say how much that is.
 */
export interface SpendMeasures {
  generations: number;
  /** Of generations whose own figures count, and of runs that count; so is what has no price. */
  generationsReporting: number;
  generationsUnpriced: number;
  /** Runs of agents that count in the place of the generations below them; and how many of these there are. */
  runsCounted: number;
  generationsInRuns: number;
  errors: number;
  inputTokens: bigint;
  cacheReadTokens: bigint;
  outputTokens: bigint;
  reasoningTokens: bigint;
  readableTokens: bigint;
  summaryTokens: bigint;
  noTextTokens: bigint;
  /** Thinking that runs tell: whether it has a text is not known. */
  untoldTokens: bigint;
  inputCost: bigint;
  /** Output that is not thinking. */
  answerCost: bigint;
  readableCost: bigint;
  summaryCost: bigint;
  noTextCost: bigint;
  untoldCost: bigint;
}

/** A stretch of time of one project. Whole hours are exact, since rollups are by the hour. */
export interface SpendRange {
  projectId: string;
  from: Date;
  to: Date;
}

/** What is asked of single model calls; `effort` and `agent` as their senders name them. */
export interface CallCondition {
  negated: boolean;
  field: 'model' | 'agent' | 'effort';
  value: string;
}

/** ` and …` for each condition, about the columns that hold what it asks for; ROLLUP_KEYS where those are of spans. */
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
  ...(['runsCounted', 'generationsInRuns', 'errors'] as const),
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

/** `sum(...)` of every measure; as text, since a sum may be larger than a JavaScript number holds exactly. */
export function sumOfMeasures(sql: Sql): Fragment {
  const sums = [...COUNTS, ...AMOUNTS].map((measure) => `sum(${summed(measure)})::text as "${measure}"`);
  return sql`${sql.unsafe(sums.join(', '))}`;
}

/** The stored column has thinking in it of which nobody knows whether it can be read. */
const summed = (measure: string): string =>
  measure === 'answerCost' ? 'answer_cost - untold_cost' : columnOf(measure);

/** The row of `sumOfMeasures` as numbers and bigints. */
export function readMeasures(row: Row): SpendMeasures {
  const counts = COUNTS.map((measure) => [measure, Number(row[measure] ?? 0)]);
  const amounts = AMOUNTS.map((measure) => [measure, BigInt(row[measure] ?? 0)]);
  return Object.fromEntries([...counts, ...amounts]) as unknown as SpendMeasures;
}
