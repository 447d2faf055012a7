/** The vocabulary of Subtext: everything that other packages may import. */
export type {
  HiddenPart,
  OtherPart,
  Part,
  ReasoningFormat,
  ReasoningPart,
  RedactedPart,
  Seal,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  ToolType,
} from './parts/part.ts';
export { bytesWords } from './media/bytes-words.ts';
export { MOST_SHOWN, shownBytes, shownFacts, type MediaBytes, type ShownFacts } from './media/shown-media.ts';
export { mediaInResult } from './media/result-media.ts';
export { withoutMediaBytes } from './media/media-codec.ts';
export { otherPart } from './readers/request-messages.ts';
export { withoutBytes, type Media, type MediaKind, type Omission } from './media/media.ts';
export {
  countedHour,
  countedThinking,
  REASONING_TOKEN_SOURCES,
  type ReasoningSplit,
  type ReasoningTokenSource,
  type Usage,
} from './usage/usage.ts';
export type { ApiName, Choice, Continuation, ModelResponse, PaidBeside } from './parts/model-response.ts';
export type { ModelRequest, ToolResult } from './parts/model-request.ts';
export type { Message } from './parts/message.ts';
export { CALL_STATUSES, statusOfResult, type CallStatus } from './parts/call-status.ts';
export {
  isAnsweredByCaller,
  type AttributedCall,
  type AttributedResponse,
  type Carry,
  type LateResult,
  type Trailing,
} from './parts/call.ts';
export { summarisesThinking } from './thinking/thinking-model.ts';
export { HIDDEN_STATES, THINKING_STATES, type ThinkingState } from './parts/state.ts';
export {
  blocksOf,
  isHidden,
  REDACTED_THINKING,
  splitOverBlocks,
  splitReasoningByReadability,
  type ThoughtBlock,
} from './thinking/thinking-state.ts';
export { cutOf } from './json/cut-mark.ts';
export { HELD_MARK, HIDDEN_BY_SENDER, heldMark, heldTexts, type HeldText } from './wire/held-text.ts';
export { beginsStep, type StepCall } from './attribution/steps.ts';
export { apportion, thoughtWeights } from './usage/apportion.ts';
export { attributeTokens, type TokenOwner } from './attribution/attribute-tokens.ts';
export { costFields, costOf, costOfCalls, haveRatesFor, nanoDollars, type Cost, type Rates } from './usage/cost.ts';
export { attribute, TEXT_OUTPUT, type AttributeOptions } from './attribution/attribution.ts';
export { together, usageOfChoice } from './attribution/choices.ts';
export { usageOfAnthropic, usageOfChat, usageOfResponses } from './usage/normalise-usage.ts';
export type { UsageContext } from './usage/inclusive-usage.ts';
export { readResponse, type ResponseBody } from './readers/index.ts';
export { isModelPath } from './readers/model-paths.ts';
export { readRequest } from './readers/request.ts';
export { thinkingBudgetIn } from './readers/thinking-budget.ts';
export {
  attributeCount,
  attributeNumber,
  attributeText,
  attributeJson,
  attributesOf,
  type Attributes,
  type AttributeValue,
  type ReadAttribute,
} from './json/attributes.ts';
export { jsonText } from './json/json-text.ts';
export { decodeCall, decodeUsage, encodeCall, encodeUsage } from './wire/span-codec.ts';
export { decodeMessages, decodeSystem, encodeMessages, encodeOutput, encodeSystem } from './wire/message-codec.ts';
export type { DecodeOptions } from './wire/message-foreign.ts';
export { converseResult } from './wire/converse-blocks.ts';
export {
  answerIn,
  anyInput,
  anyOutput,
  attributeList,
  hasThinking,
  isItemList,
  messagesOf,
  providerInput,
  providerOutput,
  providerResponse,
  recordOf,
  responsesInput,
  responsesOutput,
} from './wire/bodies.ts';
export { eventMessages, EVENT_CONTENT, INFERENCE_DETAILS, plainEvent } from './wire/gen-ai-events.ts';
export { EVALUATION, EVALUATION_RESULT } from './wire/evaluation.ts';
export { blocksOrText } from './wire/blocks-in-text.ts';
export { finishReasonIn, inputMessages, outputMessages, type SentMessages } from './wire/gen-ai-messages.ts';
export { thinkingFirst, turnsTogether } from './wire/turns.ts';
export { parseCutJson } from './json/cut-json.ts';
export { writtenJson } from './json/written-json.ts';
export { parseLongNumbers } from './json/long-numbers.ts';
export {
  isTask,
  TASKS,
  type MediaFacts,
  type Task,
  type TaskAnswer,
  type TaskOutput,
  type TaskRequest,
  type TaskUnits,
} from './parts/task.ts';
export { readTask, readTaskRequest, taskTarget, taskWords, type FileFacts, type TaskTarget } from './tasks/index.ts';
export {
  decodeTask,
  decodeTaskOutput,
  decodeTaskUnits,
  encodeTask,
  taskMessages,
  TASK_OPERATIONS,
  TASK_OUTPUT_TYPES,
} from './wire/task-codec.ts';
export { GEN_AI, GENERAL, SDK_SCOPE, SUBTEXT, type SpanKind } from './wire/span-keys.ts';
export { reasoningRequest } from './outgoing/reasoning-request/index.ts';
export type {
  ReasoningEffort,
  ReasoningError,
  ReasoningErrorCode,
  ReasoningRequest,
  ReasoningTarget,
  ReasoningWish,
  ThinkingText,
} from './outgoing/reasoning-request/common/target.ts';
export { hintFor, type Hint, type HintFacts } from './outgoing/hints.ts';
export { replay } from './outgoing/replay/index.ts';
export { canWriteAnswer, writeAnswer } from './outgoing/answer/index.ts';
export { answerOfStep, type RecordedResult, type RecordedStep } from './outgoing/fork/recorded-step.ts';
export {
  requestDifference,
  requestMarks,
  type RequestDifference,
  type RequestMarks,
} from './outgoing/fork/request-marks.ts';
export type { AnswerForm, RecordedAnswer, WrittenAnswer } from './outgoing/answer/types.ts';
export { filled, isRecord, list, parseJson, record, withoutUndefined, type JsonRecord } from './json/json.ts';
export { RULES as REPLAY_RULES, type RuleName as ReplayRule } from './outgoing/replay/common/rules.ts';
export type { AssistantTurn, Origin, Replay, ReplayNote, ReplayTarget } from './outgoing/replay/common/types.ts';
export { tracedGeneration, type Exchange } from './outgoing/replay/traced.ts';
export type { ThoughtFate } from './outgoing/replay/thought-outcomes.ts';
export { CHAT_HOSTS } from './outgoing/replay/formats/chat-hosts.ts';
export {
  addressOf,
  REPLAY_TARGETS,
  replayTarget,
  targetOfOrigin,
  type RequestAddress,
} from './outgoing/replay-targets.ts';
export {
  credentialNames,
  hasOwnAddress,
  isAskable,
  isKeyText,
  outputLimit,
  providerRequest,
  type CredentialNames,
  type ProviderCredentials,
  type ProviderQuestion,
  type ProviderRequest,
} from './outgoing/provider-request.ts';
export {
  askProvider,
  replyOf,
  type Asking,
  type ProviderOutcome,
  type ProviderReply,
} from './outgoing/ask-provider.ts';
export { readTools } from './outgoing/replay/common/tools.ts';
export type { TracedGeneration } from './outgoing/replay/history.ts';
export {
  conversation,
  type ConversationOptions,
  type ConversationRequest,
  type ThoughtReference,
} from './outgoing/conversation.ts';
