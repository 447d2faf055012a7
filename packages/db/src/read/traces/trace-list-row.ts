/** The filter of lists of traces, and the columns of a row. */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { andConditions, type TraceCondition } from './trace-conditions.ts';
import { MARK_COLUMNS, marksOf, type TraceMarks } from './trace-tags.ts';
import type { TraceCursor } from './trace-orders.ts';

export interface TraceFilter {
  projectId: string;
  /** Half-open range of the start of the trace; null = unbounded. */
  from: Date | null;
  to: Date | null;
  conditions: readonly TraceCondition[];
  /**
   * Ids of 32 hex digits from an earlier query (trace-candidates.ts). Only these traces match, if they also match the
   * conditions.
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
  /** Thinking that runs report. They do not report whether it has text. */
  untold: bigint;
}

/** The totals of a trace, or of several traces together. */
export interface TraceCounts {
  steps: number;
  errors: number;
  /** Spans without an end. When there are any, the duration is a lower bound. */
  open: number;
  generations: number;
  /** Counts generations whose own usage counts, and runs that count. The same holds for generationsUnpriced. */
  generationsReporting: number;
  generationsUnpriced: number;
  /** Runs that count because no generation below them reports its own usage, and the number of these generations. */
  runsCounted: number;
  generationsInRuns: number;
  inputTokens: bigint;
  outputTokens: bigint;
  reasoningTokens: bigint;
  costs: TraceCosts;
}

export interface TraceListRow extends TraceCounts, TraceMarks {
  /** 32 hex digits. */
  id: string;
  name: string | null;
  asked: string | null;
  models: string[];
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  release: string | null;
  service: string | null;
  /** At most 50 pairs of key and value. Not an object, because a sender may choose `__proto__` as a key. */
  metadata: [string, string][];
  calls: number;
  /** More than 0: a streaming response was reported in snapshots, and its end has not arrived. */
  snapshots: number;
  /** The part of the reasoning tokens that has no text, or only a summary. */
  hiddenReasoningTokens: bigint;
  startedAt: Date;
  endedAt: Date;
  /** When the last new span was stored. */
  updatedAt: Date;
  cursor: TraceCursor;
}

export const LIST_COLUMNS = (sql: Sql): Fragment => sql`
  encode(t.trace_id, 'hex') as id, t.name, t.asked, t.models, t.session_id, t.user_id, t.environment, t.release, t.service,
  ${MARK_COLUMNS(sql)}, t.metadata, t.step_count, t.call_count,
  t.error_count, t.open_count, t.open_snapshots, t.generation_count, t.generations_reporting, t.generations_unpriced,
  t.runs_counted, t.generations_in_runs, t.input_tokens, t.output_tokens,
  t.reasoning_tokens, t.hidden_reasoning_tokens,
  t.input_cost, t.answer_cost, t.untold_cost, t.readable_cost, t.summary_cost, t.no_text_cost, t.started_at, t.ended_at, t.updated_at`;

/** Reads a row of LIST_COLUMNS with its `sort_value`. */
export const readListRow = (row: Row): TraceListRow => ({
  id: row.id,
  name: row.name,
  asked: row.asked,
  models: row.models,
  sessionId: row.session_id,
  userId: row.user_id,
  environment: row.environment,
  release: row.release,
  service: row.service,
  ...marksOf(row),
  metadata: Object.entries<string>(row.metadata),
  ...countsOf(row),
  calls: row.call_count,
  snapshots: Number(row.open_snapshots),
  hiddenReasoningTokens: row.hidden_reasoning_tokens,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  updatedAt: row.updated_at,
  cursor: { value: row.sort_value, id: row.id },
});

/** Reads the columns of totals from a row of `traces`. */
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

/** Reads the cost columns from a row of `traces`. */
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

/** The condition of a filter on `traces t`. */
export function traceFilter(sql: Sql, filter: TraceFilter): Fragment {
  const { projectId, conditions, only, never } = filter;
  return sql`t.project_id = ${projectId} ${inRange(sql, filter)}
    ${only ? sql`and t.trace_id = any (${idsOf(sql, only)})` : sql``} ${never ? sql`and t.trace_id <> all (${idsOf(sql, never)})` : sql``}
    ${andConditions(sql, { projectId, conditions })}`;
}

const idsOf = (sql: Sql, ids: readonly string[]): Fragment =>
  sql`array(select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)`;

/** ` and …` for the range of the start of the trace. */
export const inRange = (sql: Sql, { from, to }: Pick<TraceFilter, 'from' | 'to'>): Fragment =>
  sql`${from ? sql`and t.started_at >= ${from}` : sql``} ${to ? sql`and t.started_at < ${to}` : sql``}`;
