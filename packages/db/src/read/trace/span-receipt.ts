/** The cost of one response by kind, with the rates that were in force: the receipt of a step. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** Tokens and nano-dollars; null = not reported, or without a price. Rates in nano-dollars per million tokens. */
export interface SpanReceipt {
  kind: string;
  provider: string | null;
  requestModel: string | null;
  responseModel: string | null;
  reasoningEffort: string | null;
  finishReason: string | null;
  state: string | null;
  /** Milliseconds; null = no end yet, or no first token reported. */
  duration: number | null;
  timeToFirstToken: number | null;
  streaming: boolean | null;
  inputTokens: bigint | null;
  cacheReadTokens: bigint | null;
  cacheWriteTokens: bigint | null;
  cacheWriteHourTokens: bigint | null;
  outputTokens: bigint | null;
  reasoningTokens: bigint | null;
  /** Set when the output is not the provider's figure for this response. */
  outputSource: string | null;
  reasoningSource: string | null;
  inputCost: bigint | null;
  cacheReadCost: bigint | null;
  cacheWriteCost: bigint | null;
  cacheWriteHourCost: bigint | null;
  outputCost: bigint | null;
  reasoningCost: bigint | null;
  readableCost: bigint | null;
  summaryCost: bigint | null;
  noTextCost: bigint | null;
  totalCost: bigint | null;
  costSource: string | null;
  /**
   * 'run': the span is a run whose usage is in the sums of its trace. 'run_above': the span is a model call whose usage
   * is not, because an enclosing run counts.
   */
  usageSource: string | null;
  price: {
    matchedModel: string;
    source: string;
    asOf: string;
    inputRate: bigint;
    cacheReadRate: bigint | null;
    cacheWriteRate: bigint | null;
    cacheWriteHourRate: bigint | null;
    outputRate: bigint;
    reasoningRate: bigint | null;
    /** The rates hold for prompts of more tokens than this; null: for any. */
    promptOver: number | null;
  } | null;
}

/**
 * `price` is the price that the cost was computed with. It is null when a log record reported the total: then the price
 * only splits it, and rate times tokens does not give the parts.
 */
export async function spanReceipt(sql: Sql, trace: TraceKey, spanId: string): Promise<SpanReceipt | undefined> {
  const [row] = await sql`
    select s.kind, s.provider, s.request_model as "requestModel", s.response_model as "responseModel",
      s.reasoning_effort as "reasoningEffort", s.finish_reason as "finishReason", s.thinking_state as state,
      s.duration_ns::float8 / 1e6 as duration, s.ttft_ms as "timeToFirstToken", s.streaming,
      s.input_tokens as "inputTokens", s.cache_read_tokens as "cacheReadTokens", s.cache_write_tokens as "cacheWriteTokens",
      s.cache_write_hour_tokens as "cacheWriteHourTokens", s.cache_write_hour_cost as "cacheWriteHourCost",
      s.output_tokens as "outputTokens", s.output_source as "outputSource",
      s.reasoning_tokens as "reasoningTokens", s.reasoning_source as "reasoningSource",
      s.input_cost as "inputCost", s.cache_read_cost as "cacheReadCost", s.cache_write_cost as "cacheWriteCost",
      s.output_cost as "outputCost", s.reasoning_cost as "reasoningCost", s.readable_cost as "readableCost",
      s.summary_cost as "summaryCost", s.no_text_cost as "noTextCost", s.total_cost as "totalCost", s.cost_source as "costSource",
      s.usage_source as "usageSource",
      p.matched_model as "matchedModel", p.source, p.as_of as "asOf", p.input_rate as "inputRate",
      p.cache_read_rate as "cacheReadRate", p.cache_write_rate as "cacheWriteRate",
      p.cache_write_hour_rate as "cacheWriteHourRate", p.output_rate as "outputRate",
      p.reasoning_rate as "reasoningRate", p.prompt_over as "promptOver"
    from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
    left join prices p on p.id = s.price_id and s.cost_source is distinct from 'record'
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex') and s.span_id = decode(${spanId}, 'hex')`;
  if (!row) return undefined;
  const { matchedModel, source, asOf, promptOver, ...others } = row;
  const { inputRate, cacheReadRate, cacheWriteRate, cacheWriteHourRate, outputRate, reasoningRate, ...span } = others;
  const rates = { inputRate, cacheReadRate, cacheWriteRate, cacheWriteHourRate, outputRate, reasoningRate };
  return {
    ...span,
    price: matchedModel === null ? null : { matchedModel, source, asOf, promptOver, ...rates },
  } as SpanReceipt;
}
