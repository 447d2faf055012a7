/** What lists of traces are asked by, and what a row of one says. */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../connect.ts';
import { andConditions, type TraceCondition } from './trace-conditions.ts';
import type { TraceCursor } from './trace-orders.ts';

export interface TraceFilter {
  projectId: string;
  /** Half-open, by the start of the trace; null = no border. */
  from: Date | null;
  to: Date | null;
  conditions: readonly TraceCondition[];
  /**
   * Ids of 32 hex digits, found out before (trace-candidates.ts): nothing else fits, and of these all that the
   * conditions say.
   */
  only?: readonly string[];
  never?: readonly string[];
}

/** Nano-dollars; together the cost of the trace. */
export interface TraceCosts {
  input: bigint;
  /** Output that is not thinking. */
  answer: bigint;
  readable: bigint;
  summary: bigint;
  noText: bigint;
  /** Thinking that runs tell: whether it has a text is not known. */
  untold: bigint;
}

/** What a trace came to, or several together, wherever they are told of. */
export interface TraceCounts {
  steps: number;
  errors: number;
  /** Spans without an end: with one of them it took at least as long as is seen. */
  open: number;
  generations: number;
  /** Of generations whose own figures count, and of runs that count; so is what has no price. */
  generationsReporting: number;
  generationsUnpriced: number;
  /**
   * Runs of agents whose figures count, since none of the generations below them tells its own; and how many of these
   * there are.
   */
  runsCounted: number;
  generationsInRuns: number;
  inputTokens: bigint;
  outputTokens: bigint;
  reasoningTokens: bigint;
  costs: TraceCosts;
}

export interface TraceListRow extends TraceCounts {
  /** 32 hex digits. */
  id: string;
  name: string | null;
  asked: string | null;
  models: string[];
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  tags: string[];
  calls: number;
  /** More than 0: an answer of it was told of while it was under way, and its end has not come. */
  snapshots: number;
  /** Of the reasoning tokens without text, or with a summary for it. */
  hiddenReasoningTokens: bigint;
  startedAt: Date;
  endedAt: Date;
  /** When the last new span was stored. */
  updatedAt: Date;
  cursor: TraceCursor;
}

export const LIST_COLUMNS = (sql: Sql): Fragment => sql`
  encode(t.trace_id, 'hex') as id, t.name, t.asked, t.models, t.session_id, t.user_id, t.environment, t.tags, t.step_count, t.call_count,
  t.error_count, t.open_count, t.open_snapshots, t.generation_count, t.generations_reporting, t.generations_unpriced,
  t.runs_counted, t.generations_in_runs, t.input_tokens, t.output_tokens,
  t.reasoning_tokens, t.hidden_reasoning_tokens,
  t.input_cost, t.answer_cost, t.untold_cost, t.readable_cost, t.summary_cost, t.no_text_cost, t.started_at, t.ended_at, t.updated_at`;

/** A row of LIST_COLUMNS with its `sort_value`. */
export const readListRow = (row: Row): TraceListRow => ({
  id: row.id,
  name: row.name,
  asked: row.asked,
  models: row.models,
  sessionId: row.session_id,
  userId: row.user_id,
  environment: row.environment,
  tags: row.tags,
  ...countsOf(row),
  calls: row.call_count,
  snapshots: Number(row.open_snapshots),
  hiddenReasoningTokens: row.hidden_reasoning_tokens,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  updatedAt: row.updated_at,
  cursor: { value: row.sort_value, id: row.id },
});

/** The columns of `traces` that count, as a row has them. */
export function countsOf(row: Row): TraceCounts {
  return {
    steps: row.step_count,
    errors: row.error_count,
    open: row.open_count,
    generations: row.generation_count,
    generationsReporting: row.generations_reporting,
    generationsUnpriced: row.generations_unpriced,
    runsCounted: row.runs_counted,
    generationsInRuns: row.generations_in_runs,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    reasoningTokens: row.reasoning_tokens,
    costs: costsOf(row),
  };
}

/** The cost columns of `traces`, as a row has them. */
function costsOf(row: Row): TraceCosts {
  return {
    input: row.input_cost,
    answer: (row.answer_cost as bigint) - (row.untold_cost as bigint),
    readable: row.readable_cost,
    summary: row.summary_cost,
    noText: row.no_text_cost,
    untold: row.untold_cost,
  };
}

/** What a filter says about `traces t`. */
export function traceFilter(sql: Sql, filter: TraceFilter): Fragment {
  const { projectId, conditions, only, never } = filter;
  return sql`t.project_id = ${projectId} ${inRange(sql, filter)}
    ${only ? sql`and t.trace_id = any (${idsOf(sql, only)})` : sql``} ${never ? sql`and t.trace_id <> all (${idsOf(sql, never)})` : sql``}
    ${andConditions(sql, { projectId, conditions })}`;
}

const idsOf = (sql: Sql, ids: readonly string[]): Fragment =>
  sql`array(select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)`;

/** ` and …`, by the start of the trace. */
export const inRange = (sql: Sql, { from, to }: Pick<TraceFilter, 'from' | 'to'>): Fragment =>
  sql`${from ? sql`and t.started_at >= ${from}` : sql``} ${to ? sql`and t.started_at < ${to}` : sql``}`;
