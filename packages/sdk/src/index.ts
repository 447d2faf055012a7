/** `@subtext/sdk`: observe the model calls of a client, and see why each tool was called. */
export { observe, observeFetch } from './observe.ts';
export type { ObserveOptions } from './observe-options.ts';
export { trace } from './run.ts';
export { tool } from './tool.ts';
export { withContext, type RunContext } from './context.ts';
export { flush, shutdown } from './lifecycle.ts';
export type { CaptureLevel, CapturePolicy, Mask } from './capture.ts';
export { reasoning, type ReasoningOptions } from './reasoning.ts';
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
  type Message,
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
