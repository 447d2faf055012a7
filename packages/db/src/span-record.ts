/**
 * What ingest hands to the write path: one span, ready to store. Ids are lower-case hex, times ISO 8601 in UTC with microseconds, tokens and
 * nano-dollars safe integers, null = not said. Everything in it is already bounded and storable (no NUL, no broken unicode).
 */
import type { ReasoningTokenSource, ThinkingState, ThoughtBlock, ToolType, Usage } from '@subtext/reasoning';

export type SpanKind = 'generation' | 'tool' | 'agent' | 'chain' | 'retriever' | 'embedding' | 'span';
export type SpanStatus = 'unset' | 'ok' | 'error';

export interface StorableSpan {
  projectId: string;
  traceId: string;
  /** Set for a log record: the span it tells of, or belongs to. Its row is in no sum, and its calls are those of that span. */
  attachedTo?: string;
  /** Of a log record that describes calls: what it tells of the thinking of that span. */
  lends?: LentThinking;
  /** Of a log record that says what the model call with its response id cost: nano-dollars. */
  lendsCost?: number;
  span: SpanRecord;
  calls: CallRecord[];
  trace: TraceFacts;
  /** The rates its cost was computed with. */
  price: PriceRecord | null;
  /** The span as it was sent: JSON text for the Raw view. */
  body: string;
}

/** A row of `spans`, without its keys and what only the write path knows. */
export interface SpanRecord {
  spanId: string;
  parentSpanId: string | null;
  kind: SpanKind;
  name: string;
  startedAt: string;
  /** null: it has no end yet. */
  durationNs: number | null;
  /** Of one without an end: the how-manieth telling this is, 1 to 2^31 - 1. A higher one replaces it; null stands below all. */
  snapshot: number | null;
  status: SpanStatus;
  statusMessage: string | null;
  service: string | null;
  scope: string | null;
  convention: string;
  agentName: string | null;
  callId: string | null;
  toolName: string | null;
  provider: string | null;
  requestModel: string | null;
  responseModel: string | null;
  responseId: string | null;
  finishReason: string | null;
  reasoningEffort: string | null;
  streaming: boolean | null;
  ttftMs: number | null;
  incomplete: boolean;
  inputTokens: number | null;
  cacheReadTokens: number | null;
  cacheWriteTokens: number | null;
  /** What of them stays for an hour. */
  cacheWriteHourTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  /** An estimate is no usage: those stand on calls only. */
  reasoningSource: Usage['reasoningSource'] | null;
  thinkingState: ThinkingState | null;
  readableTokens: number | null;
  summaryTokens: number | null;
  noTextTokens: number | null;
  inputCost: number | null;
  cacheReadCost: number | null;
  cacheWriteCost: number | null;
  /** A part of it. */
  cacheWriteHourCost: number | null;
  outputCost: number | null;
  reasoningCost: number | null;
  readableCost: number | null;
  summaryCost: number | null;
  noTextCost: number | null;
  totalCost: number | null;
  /** Who told the total: `provider` is whoever sent the span, `record` a log record about it; `computed`: nobody did. */
  costSource: 'provider' | 'record' | 'computed' | null;
  inputPreview: string | null;
  outputPreview: string | null;
  droppedAttributes: number;
}

/** A row of `tool_calls` and, when there is any text, of `tool_call_texts`. */
export interface CallRecord {
  describedBy: 'generation' | 'execution' | 'history';
  type: ToolType | 'answer' | 'trailing';
  callId: string | null;
  toolName: string;
  parentCallId: string | null;
  startedAt: string;
  durationNs: number | null;
  status: SpanStatus;
  incomplete: boolean;
  thinkingState: ThinkingState;
  reasoningRef: string | null;
  reasoningTokens: number | null;
  reasoningTokensSource: ReasoningTokenSource | null;
  reasoningCost: number | null;
  reasoningFormat: string | null;
  reasoningField: string | null;
  thoughtCount: number;
  thoughtCharacters: number;
  thoughtPreview: string | null;
  preamblePreview: string | null;
  argumentsPreview: string | null;
  resultPreview: string | null;
  texts: CallTexts | null;
}

export interface CallTexts {
  thoughts: string[] | null;
  preamble: string | null;
  arguments: string | null;
  result: string | null;
}

/** What a span says about its trace. Each is merged so that the order of arrival makes no difference (write-statements.ts). */
export interface TraceFacts {
  /** The last moment that is known of the span: its end, or where it has none its start. */
  endedAt: string;
  /** Name of the trace, from a span without parent. */
  name: string | null;
  /** The first thing the user asked, ≤ 160 characters, from a generation. */
  asked: string | null;
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  release: string | null;
  service: string | null;
  tags: string[];
  metadata: Record<string, string>;
}

/** A row of `prices`. Rates in nano-dollars per million tokens; null = not priced apart (`Rates`). */
export interface PriceRecord {
  provider: string;
  model: string;
  matchedModel: string;
  source: string;
  /** YYYY-MM-DD */
  asOf: string;
  inputRate: number;
  cacheReadRate: number | null;
  cacheWriteRate: number | null;
  cacheWriteHourRate: number | null;
  outputRate: number;
  reasoningRate: number | null;
}

/** How a record reads, by what its span says of thinking tokens. Without any words. */
export interface LentThinking {
  state: Readings;
  /** Of the calls it describes, in their order. */
  calls: LentCall[];
  /** Whether tokens go to calls: not where there are several choices, or where no thought has left a sign. */
  pays: Record<'thought' | 'none', boolean>;
}

/** `alone`: the span says nothing of thinking tokens, so that the record stands alone. */
export type Readings = Record<'alone' | 'thought' | 'none', ThinkingState>;

export interface LentCall extends Omit<Readings, 'alone'> {
  /** Its own thoughts, as far as tokens are paid for them. */
  blocks: ThoughtBlock[];
}
