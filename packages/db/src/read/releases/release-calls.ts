/** The tool calls that the models of several runs requested, in order, to compare what the runs did. */
import type { Sql } from '../../postgres/connect.ts';

export interface RunCall {
  /** 32 hex digits. */
  id: string;
  /** Calls of one response have the same. */
  spanId: string;
  tool: string;
  isAnswer: boolean;
  /** The thinking that led to the call; null: not reported, or only estimated. */
  thinkingTokens: number | null;
  /** Nano-dollars of that thinking; null: unknown. Thinking that calls of one response share counts at one of them. */
  thinkingCost: number | null;
}

/** Calls of one run: the rest of a longer one is not compared. */
export const MAX_CALLS_OF_RUN = 500;

interface CallsOf {
  projectId: string;
  runs: readonly { id: string; day: string }[];
}

/** By run in the order given, and by time in each. */
export async function callsOfRuns(sql: Sql, { projectId, runs }: CallsOf): Promise<RunCall[]> {
  if (runs.length === 0) return [];
  const [ids, days] = [runs.map(({ id }) => id), runs.map(({ day }) => day)];
  return sql<RunCall[]>`
    select run.id, encode(c.span_id, 'hex') as "spanId", c.tool_name as tool, c.type = 'answer' as "isAnswer",
      case when c.reasoning_tokens_source is distinct from 'estimated' then c.reasoning_tokens::float8 end as "thinkingTokens",
      case when c.reasoning_tokens is null and max(c.reasoning_cost) over (partition by run.place, c.span_id) is not null
        then 0 else c.reasoning_cost::float8 end as "thinkingCost"
    from unnest(${ids}::text[], ${days}::text[]::date[]) with ordinality as run(id, day, place)
    cross join lateral (
      -- The limit keeps it a look into each of the traces, never a pass over all calls there are.
      select * from tool_calls calls
      where calls.project_id = ${projectId} and calls.day = run.day and calls.trace_id = decode(run.id, 'hex')
        and calls.described_by = 'generation' and calls.type <> 'trailing'
      order by calls.started_at, calls.span_id, calls.call_index limit ${MAX_CALLS_OF_RUN}
    ) c
    order by run.place, c.started_at, c.span_id, c.call_index`;
}
