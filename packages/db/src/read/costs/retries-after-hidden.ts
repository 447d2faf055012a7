/**
 * Retries after unreadable thoughts: a tool call failed, and the next model call of the trace that used the same tool
 * decided so in a thought whose text is not available (only a summary, encrypted, redacted, or no text). The cost of a
 * retry is the thinking of that step, and separately the whole model call. It is no retry when the earlier call had
 * succeeded or when the thought can be read.
 *
 *   call A of tool T ✕   →   ▨ thought   →   call B of tool T      B is the retry; ▨ and its model call are its cost
 *
 * Looks at a bounded number of the most expensive hidden thoughts of the range (with a filter of traces: of its newest
 * traces). These are most of the cost, and the result says how many were looked at.
 */
import type { Sql } from '../../postgres/connect.ts';
import { HIDDEN, ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import type { CallKey } from '../../rows/row-keys.ts';
import { andCallConditions } from './spend-measures.ts';
import type { TracesQuery } from './spend-of-traces.ts';
import { withMostExpensive } from './top-thoughts.ts';

export interface RetriesOfTool {
  tool: string;
  retries: number;
  tokens: bigint;
  /** Nano-dollars of the thinking before the retries. */
  thinkingCost: bigint;
  /** Nano-dollars of the model calls that requested the retries, including input and answer. */
  callCost: bigint;
  /** The most expensive retry. */
  example: CallKey & { traceId: string };
}

export interface Retries {
  tools: RetriesOfTool[];
  /** Number of hidden thoughts that were looked at, most expensive first. */
  thoughts: number;
  /** There are more hidden thoughts, less expensive ones, that were not looked at. */
  capped: boolean;
}

/** Expensive thoughts are often in long traces, and the query reads hundreds of rows before each. */
const MAX_HIDDEN_THOUGHTS = 200;

export async function retriesAfterHidden(sql: Sql, { traces, calls }: TracesQuery): Promise<Retries> {
  const { projectId } = traces;
  const inTrace = (alias: string) => {
    const of = sql.unsafe(alias);
    return sql`${of}.project_id = ${projectId} and ${of}.day = d.day and ${of}.trace_id = d.trace_id`;
  };
  const { tables } = await withMostExpensive(sql, traces, { states: HIDDEN, limit: MAX_HIDDEN_THOUGHTS + 1 });
  const rows = await sql`
    with ${tables}, retried as (
      select d.trace_id, d.span_id, d.call_index, d.reasoning_cost, coalesce(d.reasoning_tokens, 0) as tokens, again.tool_name,
        s.total_cost, row_number() over (partition by d.trace_id, d.span_id order by d.call_index) as place
      from (select * from expensive limit ${MAX_HIDDEN_THOUGHTS}) d
      join spans s on ${inTrace('s')} and s.span_id = d.span_id ${andCallConditions(sql, calls, ROLLUP_KEYS)}
      cross join lateral (
        -- The calls of this step: its own, and those that share its thought.
        select m.tool_name from tool_calls m
        cross join lateral (
          select p.span_id from tool_calls p
          where ${inTrace('p')} and p.described_by = 'generation' and p.type not in ('answer', 'trailing')
            and p.tool_name = m.tool_name and p.started_at < d.started_at
          order by p.started_at desc, p.span_id desc limit 1
        ) before
        where ${inTrace('m')} and m.span_id = d.span_id and m.described_by = 'generation' and m.type not in ('answer', 'trailing')
          and (m.call_index = d.call_index or m.reasoning_ref = d.call_id)
          and exists (
            select from tool_calls p where ${inTrace('p')} and p.span_id = before.span_id and p.described_by = 'generation'
              and p.tool_name = m.tool_name and (p.status = 'error' or exists (
                select from tool_calls r where ${inTrace('r')} and r.call_id = p.call_id and r.status = 'error'))
          )
        order by m.call_index limit 1
      ) again
    )
    select (select count(*) from expensive)::int as thoughts, found.* from (values (1)) one left join (
      select tool_name as tool, count(*)::int as retries, sum(tokens)::text as tokens, sum(reasoning_cost)::text as thinking_cost,
        sum(total_cost) filter (where place = 1)::text as call_cost,
        (array_agg(encode(trace_id, 'hex') || ' ' || encode(span_id, 'hex') || ' ' || call_index order by reasoning_cost desc))[1] as example
      from retried group by tool_name order by sum(reasoning_cost) desc, tool_name limit 100
    ) found on true
    order by found.thinking_cost::bigint desc, found.tool`;
  const thoughts = Number(rows[0]?.thoughts ?? 0);
  return {
    tools: rows.filter((row) => row.tool !== null).map(readRetries),
    thoughts: Math.min(thoughts, MAX_HIDDEN_THOUGHTS),
    capped: thoughts > MAX_HIDDEN_THOUGHTS,
  };
}

function readRetries(row: Record<string, unknown>): RetriesOfTool {
  const [traceId = '', spanId = '', index = '0'] = String(row.example).split(' ');
  return {
    tool: String(row.tool),
    retries: Number(row.retries),
    tokens: BigInt(String(row.tokens)),
    thinkingCost: BigInt(String(row.thinking_cost)),
    callCost: BigInt(String(row.call_cost ?? 0)),
    example: { traceId, spanId, index: Number(index) },
  };
}
