/**
 * The dearest thoughts of a range, by the money paid for them, from the index that keeps the calls of a project in that
 * order. With a filter the dearest thoughts of its newest traces, or those of a model, agent or effort among the
 * dearest there are: always a bounded number is looked at.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { ROLLUP_KEYS } from '../recount-statements.ts';
import type { CallKey } from '../row-keys.ts';
import { andCallConditions, type SpendRange } from './spend-measures.ts';
import { newestTraces, type Tables, type TracesAsked } from './spend-of-traces.ts';
import type { TraceFilter } from './trace-list-row.ts';

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
  /** ≤ 160 characters, of what can be read. */
  preview: string | null;
  startedAt: Date;
}

/** Without conditions on traces `asked.traces` only names project and range. */
export interface ThoughtsAsked extends TracesAsked {
  limit: number;
}

/** Dearest thoughts among which those of a model, an agent or an effort are looked for. */
export const MOST_THOUGHTS = 2_000;

export async function topThoughts(sql: Sql, asked: ThoughtsAsked): Promise<TopThought[]> {
  const { projectId } = asked.traces;
  const limit = asked.calls.length > 0 ? MOST_THOUGHTS : asked.limit;
  const { tables } = await withDearest(sql, asked.traces, { limit });
  const rows = await sql<(Omit<TopThought, 'tokens'> & { tokens: bigint | null })[]>`
    with ${tables}
    select encode(d.trace_id, 'hex') as "traceId", encode(d.span_id, 'hex') as "spanId", d.call_index as index, t.name as "traceName", t.asked,
      d.tool_name as tool, d.type, d.thinking_state as state, s.provider, coalesce(s.response_model, s.request_model) as model,
      s.agent_name as agent, d.reasoning_tokens as tokens, d.reasoning_tokens_source as "tokensSource", d.reasoning_cost as cost,
      d.thought_preview as preview, d.started_at as "startedAt"
    from dearest d
    join spans s on s.project_id = ${projectId} and s.day = d.day and s.trace_id = d.trace_id and s.span_id = d.span_id
      ${andCallConditions(sql, asked.calls, ROLLUP_KEYS)}
    left join traces t on t.project_id = ${projectId} and t.trace_id = d.trace_id
    order by d.reasoning_cost desc, d.trace_id, d.span_id, d.call_index
    limit ${asked.limit}`;
  return rows.map((row) => ({ ...row, tokens: row.tokens ?? 0n }));
}

interface Looked {
  /** SQL: `('summary', …)`; all states when left out. */
  states?: string;
  limit: number;
}

/** `dearest`: the dearest thoughts of a range; of its newest traces that match, where the filter is about traces. */
export async function withDearest(sql: Sql, filter: TraceFilter, looked: Looked): Promise<Tables> {
  const { projectId, from, to, conditions } = filter;
  if (conditions.length > 0) {
    const { tables } = await newestTraces(sql, filter);
    return { tables: sql`${tables}, dearest as materialized (${ofNewestTraces(sql, { projectId, ...looked })})` };
  }
  const range = { projectId, from: from ?? new Date(0), to: to ?? new Date() };
  return { tables: sql`dearest as materialized (${dearestThoughts(sql, { ...range, ...looked })})` };
}

type DearestAsked = SpendRange & Looked;

const inStates = (sql: Sql, states: string | undefined): Fragment =>
  states === undefined ? sql`` : sql`and c.thinking_state in ${sql.unsafe(states)}`;

/**
 * The dearest thoughts of a range. The rows of a trace are in the partition of the day it was first stored on, which is
 * no earlier than it happened, but for clocks that are wrong by a day.
 */
export function dearestThoughts(sql: Sql, { projectId, from, to, states, limit }: DearestAsked): Fragment {
  return sql`select * from tool_calls c
    where c.project_id = ${projectId} and c.day >= (${from}::timestamptz at time zone 'UTC')::date - 1
      and c.described_by = 'generation' and c.reasoning_cost > 0 and c.started_at >= ${from} and c.started_at < ${to} ${inStates(sql, states)}
    order by c.reasoning_cost desc limit ${limit}`;
}

function ofNewestTraces(sql: Sql, { projectId, states, limit }: Looked & { projectId: string }): Fragment {
  return sql`select c.* from counted t cross join lateral (
      select * from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id
        and c.described_by = 'generation' and c.reasoning_cost > 0 ${inStates(sql, states)} offset 0
    ) c order by c.reasoning_cost desc limit ${limit}`;
}
