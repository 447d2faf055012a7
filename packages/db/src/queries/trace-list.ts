/** One page of the traces of a project, by age, cost or hidden share. The second lines of the rows are trace-highlights.ts. */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../connect.ts';
import { andConditions, hiddenShare, totalCost, type TraceCondition } from './trace-conditions.ts';

export interface TraceFilter {
  projectId: string;
  /** Half-open, by the start of the trace; null = no border. */
  from: Date | null;
  to: Date | null;
  conditions: readonly TraceCondition[];
}
export type TraceSort = 'age' | 'cost' | 'hidden';

export interface TraceListPage extends TraceFilter {
  sort: TraceSort;
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
  steps: number;
  calls: number;
  errors: number;
  generations: number;
  generationsReporting: number;
  generationsUnpriced: number;
  reasoningTokens: bigint;
  costs: TraceCosts;
  startedAt: Date;
  endedAt: Date;
  /** When the last new span was stored. */
  updatedAt: Date;
  cursor: TraceCursor;
}

export async function traceList(sql: Sql, page: TraceListPage): Promise<TraceListRow[]> {
  const value = SORTS[page.sort](sql);
  const { after } = page;
  const rows = await sql`
    select encode(t.trace_id, 'hex') as id, t.name, t.asked, t.models, t.session_id, t.step_count, t.call_count, t.error_count,
      t.generation_count, t.generations_reporting, t.generations_unpriced, t.reasoning_tokens,
      t.input_cost, t.answer_cost, t.readable_cost, t.summary_cost, t.no_text_cost,
      t.started_at, t.ended_at, t.updated_at, ${value}::text as sort_value
    from traces t
    where ${traceFilter(sql, page)}
      ${after ? sql`and (${value}, t.trace_id) < (${after.value}::text::${sql.unsafe(SORT_TYPES[page.sort])}, decode(${after.id}, 'hex'))` : sql``}
    order by ${value} desc, t.trace_id desc
    limit ${page.limit}`;
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    asked: row.asked,
    models: row.models,
    sessionId: row.session_id,
    steps: row.step_count,
    calls: row.call_count,
    errors: row.error_count,
    generations: row.generation_count,
    generationsReporting: row.generations_reporting,
    generationsUnpriced: row.generations_unpriced,
    reasoningTokens: row.reasoning_tokens,
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

const SORTS: Record<TraceSort, (sql: Sql) => Fragment> = {
  age: (sql) => sql`t.started_at`,
  cost: totalCost,
  // Traces without a cost come after those with nothing hidden.
  hidden: (sql) => sql`coalesce(${hiddenShare(sql)}, -1)`,
};
const SORT_TYPES: Record<TraceSort, string> = { age: 'timestamptz', cost: 'bigint', hidden: 'float8' };
