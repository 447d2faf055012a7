/** All rows of tool calls of one trace, without texts, in order of time. Readers join the rows by call id. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { jsonKey } from '../../rows/json-key.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** Times in milliseconds from the start of the trace, tokens, nano-dollars; null = not reported. */
export interface TraceCallRow {
  spanId: string;
  /** The span that the calls belong to. A duplicate of a response may describe the calls of the one that counts. */
  ownerId: string;
  index: number;
  describedBy: string;
  type: string;
  callId: string | null;
  tool: string;
  start: number;
  duration: number | null;
  durationInferred: boolean;
  status: string;
  incomplete: boolean;
  state: string;
  /** Equal for arguments that are equal as JSON. Set only where executions are found by them. */
  argumentsKey: number | null;
  reasoningRef: string | null;
  reasoningTokens: number | null;
  tokensSource: string | null;
  reasoningCost: number | null;
  thoughtCount: number;
  thoughtCharacters: number;
  /**
   * The mark that replaces a withheld thought (packages/reasoning, held-text.ts); null = the thought itself is stored.
   */
  heldThought: string | null;
  hasPreamble: boolean;
  /** Characters of preamble and arguments, as far as the previews go, when the response itself reports them. */
  otherCharacters: number;
}

export async function traceCalls(sql: Sql, trace: TraceKey, limit: number): Promise<TraceCallRow[]> {
  const rows = await traceCallRows(sql, trace, { limit, isCompared: false });
  if (!areFoundByArguments(rows)) return rows;
  return traceCallRows(sql, trace, { limit, isCompared: true });
}

/**
 * True when an execution has no call id, or one that no response of the trace used: frameworks give calls ids of their
 * own where the provider has none.
 */
export function areFoundByArguments(rows: readonly Record<'describedBy' | 'callId', unknown>[]): boolean {
  const requested = new Set(rows.flatMap((row) => (row.describedBy === 'generation' ? [row.callId] : [])));
  const isForeign = (callId: unknown) => requested.size > 0 && !requested.has(callId);
  return rows.some(({ describedBy, callId }) => describedBy === 'execution' && (callId === null || isForeign(callId)));
}

/** null: unknown. LangChain for JavaScript reports only the value of a single argument, which says nothing of its name. */
export const argumentsKeyOf = (text: unknown): number | null =>
  typeof text === 'string' && text.startsWith('{') ? jsonKey(text) : null;

async function traceCallRows(
  sql: Sql,
  trace: TraceKey,
  { limit, isCompared }: { limit: number; isCompared: boolean },
): Promise<TraceCallRow[]> {
  const rows = await sql<(Omit<TraceCallRow, 'argumentsKey'> & { comparedArguments: string | null })[]>`
    select ${callColumns(sql, sql`t.started_at`)},
      ${isCompared ? sql`c.arguments_preview` : sql`null`} as "comparedArguments"
    from traces t
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
    ${joinOwner(sql)}
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    order by c.started_at, c.span_id, c.call_index
    limit ${limit}`;
  return rows.map(({ comparedArguments, ...row }) => ({
    ...row,
    argumentsKey: argumentsKeyOf(comparedArguments),
  }));
}

/** Columns of `tool_calls c` with its owner. The start counts from `origin`. */
export const callColumns = (sql: Sql, origin: Fragment): Fragment => sql`${callFields(sql)},
  encode(coalesce(s.duplicate_of, c.span_id), 'hex') as "ownerId",
  (extract(epoch from c.started_at - ${origin}) * 1000)::float8 as start, c.duration_ns / 1e6::float8 as duration`;

/** All columns of `tool_calls c` itself, except its times. */
export const callFields = (sql: Sql): Fragment => sql`
  encode(c.span_id, 'hex') as "spanId", c.call_index as index, c.described_by as "describedBy", c.type, c.call_id as "callId",
  c.tool_name as tool, c.duration_inferred as "durationInferred", c.status, c.incomplete, c.thinking_state as state, c.reasoning_ref as "reasoningRef",
  c.reasoning_tokens::float8 as "reasoningTokens", c.reasoning_tokens_source as "tokensSource",
  c.reasoning_cost::float8 as "reasoningCost", c.thought_count as "thoughtCount", c.thought_characters as "thoughtCharacters",
  case when c.thought_preview like '[%characters]%' then c.thought_preview end as "heldThought",
  c.preamble_preview is not null as "hasPreamble",
  case when c.described_by = 'generation'
    then coalesce(length(c.preamble_preview), 0) + coalesce(length(c.arguments_preview), 0) else 0 end as "otherCharacters"`;

/** Joins the span of the call when that span is a duplicate of another response. */
export const joinOwner = (sql: Sql): Fragment => sql`
  left join spans s on s.project_id = c.project_id and s.day = c.day and s.trace_id = c.trace_id and s.span_id = c.span_id
    and s.duplicate_of is not null`;
