/**
 * One span as ingest hands it to the write path, ready to store. Ids are lower-case hex. Times are ISO 8601 in UTC with
 * microseconds. Tokens and nano-dollars are safe integers. null means "not reported". Every value is already bounded
 * and storable (no NUL, no broken Unicode).
 */
import type {
  CallStatus,
  ReasoningTokenSource,
  SpanKind,
  ThinkingState,
  ThoughtBlock,
  ToolType,
  Usage,
} from '@subtext/reasoning';

export type SpanStatus = 'unset' | 'ok' | 'error';

export interface StorableSpan {
  projectId: string;
  traceId: string;
  /**
   * Set for a log record: the id of the span that it describes or belongs to. The record's own row is in no sum, and
   * its calls belong to that span.
   */
  attachedTo?: string;
  /** Set for a log record that describes calls: what it reports about the thinking of the span in `attachedTo`. */
  logRecordThinking?: LogRecordThinking;
  /** Set for a log record that reports the cost of the model call with its response id, in nano-dollars. */
  logRecordCost?: number;
  span: SpanRecord;
  calls: CallRecord[];
  trace: TraceFacts;
  /** The rates that the cost was computed with. */
  price: PriceRecord | null;
  /** The span as it was sent, as JSON text for the Raw view. */
  body: string;
}

/** A row of `spans`, without its keys and the columns that the write path decides. */
export interface SpanRecord {
  spanId: string;
  parentSpanId: string | null;
  kind: SpanKind;
  name: string;
  startedAt: string;
  /** null: the span has no end yet. */
  durationNs: number | null;
  /**
   * For a span without an end: the number of this snapshot, 1 to 2^31 - 1. A snapshot with a higher number replaces the
   * stored one; null is lower than every number.
   */
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
  /** The part of cacheWriteTokens that was written to the 1-hour cache. */
  cacheWriteHourTokens: number | null;
  outputTokens: number | null;
  /** Set when the output is not the provider's figure for this response (`Usage`). */
  outputSource: NonNullable<Usage['outputSource']> | null;
  reasoningTokens: number | null;
  /** Never an estimate: an estimate is not usage, so only calls have one. */
  reasoningSource: Usage['reasoningSource'] | null;
  thinkingState: ThinkingState | null;
  readableTokens: number | null;
  summaryTokens: number | null;
  noTextTokens: number | null;
  inputCost: number | null;
  cacheReadCost: number | null;
  cacheWriteCost: number | null;
  /** Part of cacheWriteCost. */
  cacheWriteHourCost: number | null;
  outputCost: number | null;
  reasoningCost: number | null;
  readableCost: number | null;
  summaryCost: number | null;
  noTextCost: number | null;
  totalCost: number | null;
  /**
   * Where the total comes from. `provider`: the sender of the span reported it. `record`: a log record reported it.
   * `computed`: no one reported it.
   */
  costSource: 'provider' | 'record' | 'computed' | null;
  inputPreview: string | null;
  outputPreview: string | null;
  droppedAttributes: number;
}

/** A row of `tool_calls` and, when the call has text, of `tool_call_texts`. */
export interface CallRecord {
  describedBy: 'generation' | 'execution' | 'history';
  type: ToolType | 'answer' | 'trailing';
  callId: string | null;
  toolName: string;
  parentCallId: string | null;
  startedAt: string;
  /** null: the end is not known, or no result was seen. */
  durationNs: number | null;
  /** The duration lies between two messages of the conversation, and contains more than the call. */
  durationInferred: boolean;
  /** `unset`: this row says nothing about how the call ended. */
  status: CallStatus | 'unset';
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

/**
 * What a span reports about its trace. Each fact is merged so that the order of arrival makes no difference
 * (write-statements.ts).
 */
export interface TraceFacts {
  /** The last known moment of the span: its end, or its start when it has no end. */
  endedAt: string;
  /** The name of the trace, from a span without a parent. */
  name: string | null;
  /** The first input of the user, at most 160 characters, from a generation. */
  asked: string | null;
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  release: string | null;
  service: string | null;
  tags: string[];
  metadata: Record<string, string>;
}

/**
 * A row of `prices`. Rates are in nano-dollars per million tokens; null means that there is no separate price
 * (`Rates`).
 */
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
  /** The rates hold for prompts of more tokens than this, and are higher for that; null: for any prompt. */
  promptOver: number | null;
}

/**
 * The thinking that a log record reports, for each thing its span may report about thinking tokens. Contains no text.
 */
export interface LogRecordThinking {
  state: Readings;
  /** The calls that the record describes, in order. */
  calls: LogRecordCall[];
  /**
   * True when tokens are attributed to calls. They are not when the response has several choices or no thought left a
   * trace.
   */
  pays: Record<'thought' | 'none', boolean>;
  /**
   * Set in stored rows whose calls are charged with the tokens of the span: what the record alone reports of each call
   * that it describes.
   */
  alone?: UnchargedCall[];
}

export type UnchargedCall = Pick<
  CallRecord,
  'thinkingState' | 'reasoningTokens' | 'reasoningTokensSource' | 'reasoningCost'
>;

/** `alone`: the span reports no thinking tokens, so the record is the only source. */
export type Readings = Record<'alone' | 'thought' | 'none', ThinkingState>;

export interface LogRecordCall extends Omit<Readings, 'alone'> {
  /** The call's own thoughts that tokens are charged for. */
  blocks: ThoughtBlock[];
}
