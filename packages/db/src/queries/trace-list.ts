/** One page of the traces of a project, in the order of any of their numbers. The second lines of the rows are trace-highlights.ts. */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../connect.ts';
import { andConditions, hiddenShare, totalCost, traceSeconds, type TraceCondition } from './trace-conditions.ts';

export interface TraceFilter {
  projectId: string;
  /** Half-open, by the start of the trace; null = no border. */
  from: Date | null;
  to: Date | null;
  conditions: readonly TraceCondition[];
}
export type TraceSort = 'age' | 'cost' | 'hidden' | 'steps' | 'thinking' | 'duration' | 'errors';

export interface TraceListPage extends TraceFilter {
  sort: TraceSort;
  /** The least first, or the oldest; traces of which the value is not known are the last either way. */
  ascending?: boolean;
  limit: number;
  /** `cursor` of the last row of the page before. */
  after: TraceCursor | null;
}
/** Where a row stands: its sort value as the database writes it, and its id. */
export interface TraceCursor {
  value: string;
  id: string;
}

/** Nano-dollars; together the cost of the trace. */
export interface TraceCosts {
  input: bigint;
  /** Output that is not thinking. */
  answer: bigint;
  readable: bigint;
  summary: bigint;
  noText: bigint;
}

export interface TraceListRow {
  /** 32 hex digits. */
  id: string;
  name: string | null;
  asked: string | null;
  models: string[];
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  tags: string[];
  steps: number;
  calls: number;
  errors: number;
  generations: number;
  generationsReporting: number;
  generationsUnpriced: number;
  reasoningTokens: bigint;
  /** Of them without text, or with a summary for it. */
  hiddenReasoningTokens: bigint;
  costs: TraceCosts;
  startedAt: Date;
  endedAt: Date;
  /** When the last new span was stored. */
  updatedAt: Date;
  cursor: TraceCursor;
}

export async function traceList(sql: Sql, page: TraceListPage): Promise<TraceListRow[]> {
  const { after, ascending = false } = page;
  const value = SORTS[page.sort](sql, ascending);
  const direction = ascending ? sql`asc` : sql`desc`;
  const rows = await sql`
    select encode(t.trace_id, 'hex') as id, t.name, t.asked, t.models, t.session_id, t.user_id, t.environment, t.tags, t.step_count, t.call_count, t.error_count,
      t.generation_count, t.generations_reporting, t.generations_unpriced, t.reasoning_tokens, t.hidden_reasoning_tokens,
      t.input_cost, t.answer_cost, t.readable_cost, t.summary_cost, t.no_text_cost,
      t.started_at, t.ended_at, t.updated_at, ${value}::text as sort_value
    from traces t
    where ${traceFilter(sql, page)}
      ${after ? sql`and (${value}, t.trace_id) ${ascending ? sql`>` : sql`<`} (${after.value}::text::${sql.unsafe(SORT_TYPES[page.sort])}, decode(${after.id}, 'hex'))` : sql``}
    order by ${value} ${direction}, t.trace_id ${direction}
    limit ${page.limit}`;
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    asked: row.asked,
    models: row.models,
    sessionId: row.session_id,
    userId: row.user_id,
    environment: row.environment,
    tags: row.tags,
    steps: row.step_count,
    calls: row.call_count,
    errors: row.error_count,
    generations: row.generation_count,
    generationsReporting: row.generations_reporting,
    generationsUnpriced: row.generations_unpriced,
    reasoningTokens: row.reasoning_tokens,
    hiddenReasoningTokens: row.hidden_reasoning_tokens,
    costs: costsOf(row),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    updatedAt: row.updated_at,
    cursor: { value: row.sort_value, id: row.id },
  }));
}

/** The cost columns of `traces`, as a row has them. */
export function costsOf(row: Row): TraceCosts {
  return {
    input: row.input_cost,
    answer: row.answer_cost,
    readable: row.readable_cost,
    summary: row.summary_cost,
    noText: row.no_text_cost,
  };
}

/** What a filter says about `traces t`. */
export function traceFilter(sql: Sql, { projectId, from, to, conditions }: TraceFilter): Fragment {
  return sql`t.project_id = ${projectId}
    ${from ? sql`and t.started_at >= ${from}` : sql``} ${to ? sql`and t.started_at < ${to}` : sql``}
    ${andConditions(sql, { projectId, conditions })}`;
}

/** What is not known stands after all that is: below zero where the most comes first, beyond any value where the least does. */
const unknownLast = (sql: Sql, value: Fragment, ascending: boolean): Fragment =>
  ascending ? sql`coalesce(${value}, 9000000000000000000)` : sql`coalesce(${value}, -1)`;

const SORTS: Record<TraceSort, (sql: Sql, ascending: boolean) => Fragment> = {
  age: (sql) => sql`t.started_at`,
  cost: (sql, ascending) =>
    unknownLast(
      sql,
      sql`case when t.generations_unpriced < t.generation_count or t.generation_count = 0 then ${totalCost(sql)} end`,
      ascending,
    ),
  // Traces without a cost come after those with nothing hidden.
  hidden: (sql, ascending) => unknownLast(sql, hiddenShare(sql), ascending),
  steps: (sql) => sql`t.step_count`,
  thinking: (sql, ascending) =>
    unknownLast(sql, sql`case when t.generations_reporting > 0 then t.reasoning_tokens end`, ascending),
  duration: traceSeconds,
  errors: (sql) => sql`t.error_count`,
};
const SORT_TYPES: Record<TraceSort, string> = {
  age: 'timestamptz',
  cost: 'bigint',
  hidden: 'float8',
  steps: 'int',
  thinking: 'bigint',
  duration: 'float8',
  errors: 'int',
};
