/** The rows of a skeleton, for its readers and as the database returns them. */
import type { CallStatus, ReasoningTokenSource, ThinkingState, ToolType } from '@subtext/reasoning';

export type SpanStatus = 'unset' | 'ok' | 'error';

export interface SpanRow {
  id: string;
  parentId: string | null;
  kind: string;
  name: string;
  start: number;
  /** null: no known end. */
  duration: number | null;
  status: SpanStatus;
  statusMessage: string | null;
  agent: string | null;
  model: string | null;
  /** The response was interrupted. */
  incomplete: boolean;
  /** The provider stopped in the middle of the turn; the next response continues it. */
  paused: boolean;
  state: ThinkingState | null;
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  reasoningSource: ReasoningTokenSource | null;
  cost: number | null;
  /** The cost of thinking, and its hidden part. */
  reasoningCost: number | null;
  hiddenCost: number | null;
  /** The usage is reported by an agent run above; the span itself is in no sum. */
  inRun: boolean;
  /** The span is the last snapshot of a streaming response and has no end: more may follow, or nothing. */
  partial: boolean;
}

/**
 * One description of a call: by the generation that requested it, the span that executed it, or a later request that
 * carried its result.
 */
export interface CallRow {
  spanId: string;
  /**
   * The span that owns the call. It differs from `spanId` when a duplicate of a response describes the calls of the
   * response that is counted.
   */
  ownerId: string;
  index: number;
  describedBy: 'generation' | 'execution' | 'history';
  type: ToolType | 'answer' | 'trailing';
  /** Interned: equal numbers mean equal call ids in this trace. */
  callId: number | null;
  tool: string;
  start: number;
  duration: number | null;
  /** The duration lies between two messages of the conversation, and contains more than the call. */
  durationInferred: boolean;
  /** `unset`: this row says nothing about how the call ended. */
  status: CallStatus | 'unset';
  incomplete: boolean;
  state: ThinkingState;
  /** Equal for equal arguments in any formatting; null = not reported, or not needed. */
  argumentsKey: number | null;
  reasoningRef: number | null;
  reasoningTokens: number | null;
  tokensSource: ReasoningTokenSource | null;
  reasoningCost: number | null;
  thoughtCount: number;
  /** null = there are thoughts, but their length is not shown here. */
  thoughtCharacters: number | null;
  /**
   * Length of the placeholder of a thought that is not kept; null = the thought itself is stored. The database returns
   * the placeholder text.
   */
  heldThought: number | null;
  hasPreamble: boolean;
  /** Length of preamble and arguments, which splits a response's cost over its steps; null = not shown here. */
  otherCharacters: number | null;
}

/** Columns from the database, with ids and enum values as text. */
export interface StoredColumns {
  length: number;
  columns: Readonly<Record<string, readonly unknown[]>>;
}
