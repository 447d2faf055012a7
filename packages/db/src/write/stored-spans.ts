/**
 * Reads stored spans with what sums are computed from, so that they can be subtracted or counted differently:
 * retract-duplicates.ts, fill-from-log-records.ts, reprice.ts.
 */
import {
  type NewSpan,
  type FillSources,
  BLANK_CALL,
  BLANK_FACTS,
  BLANK_SPAN,
  type CallRecord,
  type SpanRecord,
} from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { propertyOf, rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { asIso, SPAN_KEYS } from '../rows/span-keys.ts';

export interface SpanKey {
  projectId: string;
  day: string;
  traceId: string;
  spanId: string;
}

export type StoredCall = CallRecord & { callIndex: number };
/** Only the fields that count or can be filled in; of the calls only those that the generation itself described. */
export type StoredSpan = Omit<NewSpan, 'calls'> & { calls: StoredCall[] } & FillSources;

const GIVEN = rowsFromJson(SPAN_KEYS);
const IN_SPANS = 'JOIN given USING (project_id, day, trace_id, span_id)';

const SPENT = [
  ...['input_tokens', 'cache_read_tokens', 'cache_write_tokens', 'cache_write_hour_tokens', 'output_tokens'],
  ...['reasoning_tokens', 'readable_tokens', 'summary_tokens', 'no_text_tokens', 'input_cost', 'cache_read_cost'],
  ...['cache_write_cost', 'cache_write_hour_cost', 'output_cost', 'reasoning_cost', 'readable_cost', 'summary_cost'],
  ...['no_text_cost', 'total_cost'],
] as const;

const READ_SPANS = `
  WITH given AS (SELECT * FROM ${GIVEN} AS rows)
  SELECT encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId", kind, status, provider, service, scope,
    request_model AS "requestModel", response_model AS "responseModel", agent_name AS "agentName", reasoning_effort AS "reasoningEffort",
    reasoning_source AS "reasoningSource", thinking_state AS "thinkingState", input_preview AS "inputPreview", output_preview AS "outputPreview",
    usage_source AS "usageSource", cost_source AS "costSource", encode(told_by, 'hex') AS "toldBy", ${asIso('asked_at')} AS "askedAt", ${asIso('started_at')} AS "startedAt",
    duration_ns::float8 AS "durationNs", snapshot, encode(spans.duplicate_of, 'hex') AS "duplicateOf", ${SPENT.map((column) => `${column}::float8 AS "${propertyOf(column)}"`).join(', ')}
  FROM spans ${IN_SPANS} WHERE spans.project_id = $2`;

const READ_CALLS = `
  WITH given AS (SELECT * FROM ${GIVEN} AS rows)
  SELECT encode(calls.span_id, 'hex') AS "spanId", encode(calls.trace_id, 'hex') AS "traceId", calls.call_index AS "callIndex", described_by AS "describedBy", type,
    call_id AS "callId", tool_name AS "toolName", thinking_state AS "thinkingState", reasoning_ref AS "reasoningRef",
    thought_count AS "thoughtCount", reasoning_tokens::float8 AS "reasoningTokens", reasoning_tokens_source AS "reasoningTokensSource",
    reasoning_cost::float8 AS "reasoningCost"
  FROM tool_calls AS calls ${IN_SPANS} WHERE calls.project_id = $2 AND described_by = 'generation' ORDER BY calls.call_index`;

/** `keys` must be of one project. */
export async function storedSpans(sql: TransactionSql, keys: readonly SpanKey[]): Promise<StoredSpan[]> {
  const parameters = [toJson(keys), keys[0]?.projectId ?? null];
  const run = <Row extends object>(statement: string) => sql.unsafe<Row[]>(statement, parameters, { prepare: true });
  const spans = await run<SpanRecord & FillSources & Pick<NewSpan, 'traceId' | 'duplicateOf' | 'usageSource'>>(
    READ_SPANS,
  );
  const calls = await run<StoredCall & { traceId: string; spanId: string }>(READ_CALLS);
  const callsOf = Map.groupBy(calls, spanKey);
  return spans.map(({ traceId, duplicateOf, usageSource, toldBy, askedAt, ...span }) => ({
    projectId: keys[0]!.projectId,
    traceId,
    span: { ...BLANK_SPAN, ...span },
    calls: (callsOf.get(spanKey({ ...span, traceId })) ?? []).map((call) => ({ ...BLANK_CALL, ...call })),
    trace: BLANK_FACTS,
    price: null,
    body: '',
    ...{ duplicateOf, usageSource, toldBy, askedAt },
  }));
}

const spanKey = ({ traceId, spanId }: { traceId: string; spanId: string }): string => `${traceId}/${spanId}`;
