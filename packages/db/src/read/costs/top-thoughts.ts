/**
 * The most expensive thoughts of a range, from the index that orders the calls of a project by cost. With a filter of
 * traces: those of its newest traces. With a model, agent or effort: those among the most expensive of the range.
 * Always looks at a bounded number.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import type { CallKey } from '../../rows/row-keys.ts';
import { andCallConditions, type SpendRange } from './spend-measures.ts';
import { newestTraces, type Tables, type TracesQuery } from './spend-of-traces.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';

export interface TopThought extends CallKey {
  /** 32 hex digits. */
  traceId: string;
  traceName: string | null;
  asked: string | null;
  tool: string;
  /** function, server, mcp, answer, trailing */
  type: string;
  state: string;
  provider: string | null;
  model: string | null;
  agent: string | null;
  tokens: bigint;
  /** reported, apportioned */
  tokensSource: string | null;
  /** Nano-dollars. */
  cost: bigint;
  /** At most 160 characters of the readable text. */
  preview: string | null;
  startedAt: Date;
}

/** Without conditions on traces, `query.traces` gives only project and range. */
export interface ThoughtsQuery extends TracesQuery {
  limit: number;
  /** Only thoughts that nobody can read word by word. */
  hidden?: boolean;
}

const HIDDEN = `('summary', 'redacted', 'encrypted', 'withheld')`;

/** Number of most expensive thoughts that are searched for those of a model, an agent or an effort. */
export const MAX_THOUGHTS = 2_000;

export async function topThoughts(sql: Sql, query: ThoughtsQuery): Promise<TopThought[]> {
  const { projectId } = query.traces;
  const limit = query.calls.length > 0 ? MAX_THOUGHTS : query.limit;
  const { tables } = await withMostExpensive(sql, query.traces, { limit, ...(query.hidden && { states: HIDDEN }) });
  const rows = await sql<(Omit<TopThought, 'tokens'> & { tokens: bigint | null })[]>`
    with ${tables}
    select encode(d.trace_id, 'hex') as "traceId", encode(d.span_id, 'hex') as "spanId", d.call_index as index, t.name as "traceName", t.asked,
      d.tool_name as tool, d.type, d.thinking_state as state, s.provider, coalesce(s.response_model, s.request_model) as model,
      s.agent_name as agent, d.reasoning_tokens as tokens, d.reasoning_tokens_source as "tokensSource", d.reasoning_cost as cost,
      d.thought_preview as preview, d.started_at as "startedAt"
    from expensive d
    join spans s on s.project_id = ${projectId} and s.day = d.day and s.trace_id = d.trace_id and s.span_id = d.span_id
      ${andCallConditions(sql, query.calls, ROLLUP_KEYS)}
    left join traces t on t.project_id = ${projectId} and t.trace_id = d.trace_id
    order by d.reasoning_cost desc, d.trace_id, d.span_id, d.call_index
    limit ${query.limit}`;
  return rows.map((row) => ({ ...row, tokens: row.tokens ?? 0n }));
}

interface ThoughtScope {
  /** SQL: `('summary', …)`; all states when left out. */
  states?: string;
  limit: number;
}

/**
 * Table `expensive`: the most expensive thoughts of a range, or of its newest matching traces when the filter has
 * conditions on traces.
 */
export async function withMostExpensive(sql: Sql, filter: TraceFilter, looked: ThoughtScope): Promise<Tables> {
  const { projectId, from, to, conditions } = filter;
  if (conditions.length > 0) {
    const { tables } = await newestTraces(sql, filter);
    return { tables: sql`${tables}, expensive as materialized (${ofNewestTraces(sql, { projectId, ...looked })})` };
  }
  const range = { projectId, from: from ?? new Date(0), to: to ?? new Date() };
  return { tables: sql`expensive as materialized (${mostExpensiveThoughts(sql, { ...range, ...looked })})` };
}

type ExpensiveThoughtsQuery = SpendRange & ThoughtScope;

const inStates = (sql: Sql, states: string | undefined): Fragment =>
  states === undefined ? sql`` : sql`and c.thinking_state in ${sql.unsafe(states)}`;

/**
 * The most expensive thoughts of a range. Rows are in the partition of the day on which the trace was first stored,
 * which is not before they happened, except for clocks that are wrong by up to a day.
 */
export function mostExpensiveThoughts(
  sql: Sql,
  { projectId, from, to, states, limit }: ExpensiveThoughtsQuery,
): Fragment {
  return sql`select * from tool_calls c
    where c.project_id = ${projectId} and c.day >= (${from}::timestamptz at time zone 'UTC')::date - 1
      and c.described_by = 'generation' and c.reasoning_cost > 0 and c.started_at >= ${from} and c.started_at < ${to} ${inStates(sql, states)}
    order by c.reasoning_cost desc limit ${limit}`;
}

function ofNewestTraces(sql: Sql, { projectId, states, limit }: ThoughtScope & { projectId: string }): Fragment {
  return sql`select c.* from counted t cross join lateral (
      select * from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id
        and c.described_by = 'generation' and c.reasoning_cost > 0 ${inStates(sql, states)} offset 0
    ) c order by c.reasoning_cost desc limit ${limit}`;
}
