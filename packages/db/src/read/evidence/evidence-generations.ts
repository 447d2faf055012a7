/** The model calls of one trace with the figures that the checks need, in order of time. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** Tokens, nano-dollars, and rates in nano-dollars per million tokens; null = not reported. */
export interface EvidenceGenerationRow {
  spanId: string;
  /** On which it started, in UTC. */
  day: string;
  model: string | null;
  agent: string | null;
  status: string;
  finishReason: string | null;
  effort: string | null;
  state: string | null;
  inputTokens: number | null;
  cacheReadTokens: number | null;
  cacheWriteTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  reasoningSource: string | null;
  cost: number | null;
  inputRate: number | null;
  cacheReadRate: number | null;
  cacheWriteRate: number | null;
  outputRate: number | null;
  reasoningRate: number | null;
  /** Its end has not arrived. */
  isOpen: boolean;
}

export async function evidenceGenerations(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  limit: number,
): Promise<EvidenceGenerationRow[]> {
  return [
    ...(await sql<EvidenceGenerationRow[]>`
      select encode(s.span_id, 'hex') as "spanId", s.agent_name as agent, s.status,
        (s.started_at at time zone 'UTC')::date::text as day, coalesce(s.response_model, s.request_model) as model, s.finish_reason as "finishReason",
        s.reasoning_effort as effort, s.thinking_state as state,
        s.input_tokens::float8 as "inputTokens", s.cache_read_tokens::float8 as "cacheReadTokens",
        s.cache_write_tokens::float8 as "cacheWriteTokens", s.output_tokens::float8 as "outputTokens",
        s.reasoning_tokens::float8 as "reasoningTokens", s.reasoning_source as "reasoningSource",
        s.total_cost::float8 as cost, p.input_rate::float8 as "inputRate", p.cache_read_rate::float8 as "cacheReadRate",
        p.cache_write_rate::float8 as "cacheWriteRate", p.output_rate::float8 as "outputRate",
        p.reasoning_rate::float8 as "reasoningRate", s.duration_ns is null or s.snapshot is not null as "isOpen"
      from traces t
      join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
      left join prices p on p.id = s.price_id
      where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')
        and s.kind = 'generation' and s.duplicate_of is null
      order by s.started_at, s.span_id
      limit ${limit}`),
  ];
}

/** undefined: there is no such trace. */
export async function countGenerations(sql: Sql, { projectId, traceId }: TraceKey): Promise<number | undefined> {
  const [row] = await sql<{ generations: number }[]>`
    select (select count(*) from spans s
        where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
          and s.kind = 'generation' and s.duplicate_of is null)::int as generations
    from traces t where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')`;
  return row?.generations;
}
