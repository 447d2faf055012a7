/**
 * What the trace page knows of a trace without any text: spans and descriptions of calls, as the server sends them in columns
 * (decode-skeleton.ts) and as build-steps.ts takes them. Times in milliseconds from the start of the trace, money in nano-dollars,
 * null = not said.
 */
import type { ReasoningTokenSource, ThinkingState, ToolType } from '@subtext/reasoning';

export type SpanStatus = 'unset' | 'ok' | 'error';

export interface SpanRow {
  id: string;
  parentId: string | null;
  kind: string;
  name: string;
  start: number;
  duration: number;
  status: SpanStatus;
  statusMessage: string | null;
  agent: string | null;
  model: string | null;
  /** The response broke off. */
  incomplete: boolean;
  state: ThinkingState | null;
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  reasoningSource: ReasoningTokenSource | null;
  cost: number | null;
  /** Thinking that was paid, and the part of it nobody could read. */
  reasoningCost: number | null;
  hiddenCost: number | null;
}

/** One description of a call: by the generation that asked, the span that ran it, or a later request that carried its result. */
export interface CallRow {
  spanId: string;
  index: number;
  describedBy: 'generation' | 'execution' | 'history';
  type: ToolType | 'answer' | 'trailing';
  /** Interned: equal numbers mean equal call ids in this trace. */
  callId: number | null;
  tool: string;
  start: number;
  duration: number | null;
  status: SpanStatus;
  incomplete: boolean;
  state: ThinkingState;
  reasoningRef: number | null;
  reasoningTokens: number | null;
  tokensSource: ReasoningTokenSource | null;
  reasoningCost: number | null;
  thoughtCount: number;
  thoughtCharacters: number;
  hasPreamble: boolean;
  /** Characters known of preamble and arguments, for splitting what a response cost over its steps. */
  otherCharacters: number;
}

export interface TraceRows {
  spans: SpanRow[];
  calls: CallRow[];
}
