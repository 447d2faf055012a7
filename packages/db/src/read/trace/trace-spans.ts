/**
 * The spans of one trace without texts, in order of their start. Together with trace-calls.ts, the skeleton of the
 * trace page.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import { withReceivedParents } from './received-parents.ts';

/**
 * Times in milliseconds (with fractions for microseconds), tokens, nano-dollars; null = not reported. Numbers are exact
 * up to 2^53.
 */
export interface TraceSpanRow {
  id: string;
  /** The nearest ancestor that is no duplicate. */
  parentId: string | null;
  kind: string;
  name: string;
  /** From the start of the trace; negative when clocks disagree. */
  start: number;
  /** null: the span has no end yet. */
  duration: number | null;
  status: string;
  statusMessage: string | null;
  agent: string | null;
  model: string | null;
  incomplete: boolean;
  /** The provider paused in the middle of the turn (Anthropic's `pause_turn`), and the next response continues it. */
  paused: boolean;
  state: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  reasoningSource: string | null;
  cost: number | null;
  reasoningCost: number | null;
  hiddenCost: number | null;
  /** An enclosing run counts instead of this model call. */
  inRun: boolean;
  /** The span was stored from a snapshot of a streaming response, and its end has not arrived. */
  partial: boolean;
}

export async function traceSpans(sql: Sql, trace: TraceKey, limit: number): Promise<TraceSpanRow[]> {
  return withReceivedParents(sql, trace, await sql<TraceSpanRow[]>`${traceSpanRows(sql, trace, limit)}`);
}

/** A duplicate response of a second instrumentation is in no sum, so it is not a step either. */
const traceSpanRows = (sql: Sql, trace: TraceKey, limit: number): Fragment => sql`
    select ${spanColumns(sql, sql`t.started_at`)}
    from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex') and s.duplicate_of is null
    order by s.started_at, s.span_id
    limit ${limit}`;

/** Columns of `spans s`. The start counts from `origin`. */
export const spanColumns = (sql: Sql, origin: Fragment): Fragment => sql`${spanFields(sql)},
  (extract(epoch from s.started_at - ${origin}) * 1000)::float8 as start, s.duration_ns / 1e6::float8 as duration`;

/**
 * All columns except the times. Only long names are cut: `left` reads a name character by character, which would take
 * an eighth of the time of a long trace.
 */
export const spanFields = (sql: Sql): Fragment => sql`
  encode(s.span_id, 'hex') as id, encode(s.parent_span_id, 'hex') as "parentId", s.kind, case when octet_length(s.name) > 200 then left(s.name, 200) else s.name end as name,
  s.status, left(s.status_message, 400) as "statusMessage", s.agent_name as agent,
  coalesce(s.response_model, s.request_model) as model, s.incomplete, coalesce(s.finish_reason = 'pause_turn', false) as paused,
  s.thinking_state as state,
  s.input_tokens::float8 as "inputTokens", s.output_tokens::float8 as "outputTokens",
  s.reasoning_tokens::float8 as "reasoningTokens", s.reasoning_source as "reasoningSource",
  s.total_cost::float8 as cost, s.reasoning_cost::float8 as "reasoningCost",
  (s.summary_cost + s.no_text_cost)::float8 as "hiddenCost",
  coalesce(s.usage_source = 'run_above', false) as "inRun", s.snapshot is not null as partial`;
