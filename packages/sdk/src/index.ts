/** `@subtext/sdk`: observe the model calls of a client, and see why each tool was called. */
export { observe, observeFetch, type ObserveOptions } from './observe/observe.ts';
export type { BudgetNotice, OnBudget } from './emit/on-budget.ts';
export { fork, type ForkOptions } from './fork/index.ts';
export { trace } from './observe/run.ts';
export { score, type ScoreOptions } from './observe/score.ts';
export { tool } from './observe/tool.ts';
export { withContext, type RunContext } from './exchange/context.ts';
export { flush, shutdown } from './observe/lifecycle.ts';
export type { CaptureLevel, CapturePolicy, Mask } from './privacy/capture.ts';
export { reasoning, type ReasoningOptions } from './observe/reasoning.ts';
export {
  conversation,
  hintFor,
  reasoningRequest,
  replay,
  tracedGeneration,
  type ApiName,
  type AssistantTurn,
  type ConversationOptions,
  type ConversationRequest,
  type Exchange,
  type HiddenPart,
  type Hint,
  type HintFacts,
  type JsonRecord,
  type Media,
  type MediaKind,
  type Message,
  type Omission,
  type Origin,
  type OtherPart,
  type Part,
  type ReasoningEffort,
  type ReasoningError,
  type ReasoningErrorCode,
  type ReasoningFormat,
  type ReasoningPart,
  type ReasoningRequest,
  type ReasoningTarget,
  type ReasoningWish,
  type RedactedPart,
  type Replay,
  type ReplayNote,
  type ReplayRule,
  type ReplayTarget,
  type TextPart,
  type ThinkingText,
  type ThoughtFate,
  type ThoughtReference,
  type ToolCallPart,
  type ToolResult,
  type ToolResultPart,
  type ToolType,
  type TracedGeneration,
} from '@subtext/reasoning';
