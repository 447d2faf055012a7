/** What a skeleton says of spans and calls: as its readers get it, and as the database gives it. */
import type { ReasoningTokenSource, ThinkingState, ToolType } from '@subtext/reasoning';

export type SpanStatus = 'unset' | 'ok' | 'error';

export interface SpanRow {
  id: string;
  parentId: string | null;
  kind: string;
  name: string;
  start: number;
  /** null: no end is known. */
  duration: number | null;
  status: SpanStatus;
  statusMessage: string | null;
  agent: string | null;
  model: string | null;
  /** The response broke off. */
  incomplete: boolean;
  /** The provider stopped in the middle of the turn; the next response takes it up. */
  paused: boolean;
  state: ThinkingState | null;
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  reasoningSource: ReasoningTokenSource | null;
  cost: number | null;
  /** Thinking that was paid, and the part of it nobody could read. */
  reasoningCost: number | null;
  hiddenCost: number | null;
  /** The run of an agent above tells what it used, with others; of it alone nothing is in any sum. */
  inRun: boolean;
  /** What had come of its answer when its sender told of it last, and no end since: more may be on its way, or nothing ever. */
  partial: boolean;
}

/** One description of a call: by the generation that asked, the span that ran it, or a later request that carried its result. */
export interface CallRow {
  spanId: string;
  /** The span whose call it is: another one where a copy of a response describes the calls of the one that counts. */
  ownerId: string;
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
  /** Equal where the arguments are, whatever their spelling; null = not told, or nobody needs to compare them. */
  argumentsKey: number | null;
  reasoningRef: number | null;
  reasoningTokens: number | null;
  tokensSource: ReasoningTokenSource | null;
  reasoningCost: number | null;
  thoughtCount: number;
  /** null = there are some, and how many is not shown here. */
  thoughtCharacters: number | null;
  /** Characters that stand in the place of a thought that is not kept; null = the thought itself is here. The database gives them as text. */
  heldThought: number | null;
  hasPreamble: boolean;
  /** Characters known of preamble and arguments, for splitting what a response cost over its steps; null = not shown here. */
  otherCharacters: number | null;
}

/** Columns as the database gives them, with ids and words as text. */
export interface StoredColumns {
  length: number;
  columns: Readonly<Record<string, readonly unknown[]>>;
}
