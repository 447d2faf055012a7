/**
 * Every attribute name that Subtext writes or reads on its own behalf. `gen_ai.*` follow the newest GenAI semantic
 * conventions (open-telemetry/semantic-conventions-genai); `subtext.*` are additional, never instead.
 */
import type { Task } from '../parts/task.ts';

/** The scope of our SDK, which reads the provider's bytes: others leave out what they do not know, such as thinking. */
export const SDK_SCOPE = '@subtext/sdk';

export const GEN_AI = {
  operationName: 'gen_ai.operation.name',
  providerName: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  responseId: 'gen_ai.response.id',
  previousResponseId: 'gen_ai.request.previous_response.id',
  finishReasons: 'gen_ai.response.finish_reasons',
  requestStream: 'gen_ai.request.stream',
  requestMaxTokens: 'gen_ai.request.max_tokens',
  requestTemperature: 'gen_ai.request.temperature',
  reasoningLevel: 'gen_ai.request.reasoning.level',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_write.input_tokens',
  /** The conventions have no cache lifetimes: this is the name that Anthropic's own client writes. */
  cacheWriteHourTokens: 'anthropic.usage.cache_creation.ephemeral_1h_input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  /** Subsets of the input and of the output, by kind. */
  audioInputTokens: 'gen_ai.usage.audio.input_tokens',
  imageInputTokens: 'gen_ai.usage.image.input_tokens',
  audioOutputTokens: 'gen_ai.usage.audio.output_tokens',
  imageOutputTokens: 'gen_ai.usage.image.output_tokens',
  outputType: 'gen_ai.output.type',
  dimensionCount: 'gen_ai.embeddings.dimension.count',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  systemInstructions: 'gen_ai.system_instructions',
  toolDefinitions: 'gen_ai.tool.definitions',
  conversationId: 'gen_ai.conversation.id',
  agentName: 'gen_ai.agent.name',
  toolName: 'gen_ai.tool.name',
  toolCallId: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
} as const;

export const SUBTEXT = {
  reasoning: 'subtext.reasoning',
  preamble: 'subtext.preamble',
  /** On tool spans; on generations when it is a call of an earlier response. */
  reasoningRef: 'subtext.reasoning_ref',
  /**
   * On generations: calls of earlier responses that are parents of calls here, each followed by the call whose thoughts
   * it uses.
   */
  parentRefs: 'subtext.parent_refs',
  reasoningTokens: 'subtext.reasoning_tokens',
  /** On generations: the limit for thinking tokens in the request; 0 switches thinking off. */
  thinkingBudget: 'subtext.thinking.budget',
  reasoningTokensSource: 'subtext.reasoning_tokens.source',
  thinkingState: 'subtext.thinking.state',
  reasoningFormat: 'subtext.reasoning.format',
  reasoningField: 'subtext.reasoning.field',
  /** On tool spans: `function`, `server`, `mcp` or `answer`, finer than `gen_ai.tool.type`. */
  toolType: 'subtext.tool.type',
  /** On tool spans: the provider's own type of the item (`function_call`, `tool_use`, `web_search_call`, …). */
  toolItemType: 'subtext.tool.item_type',
  toolNamespace: 'subtext.tool.namespace',
  /** On tool spans: id of the call whose code issued this one, or of the approval request that led to it. */
  toolParentId: 'subtext.tool.parent_id',
  /** True when the provider gave no call id. */
  toolIdGenerated: 'subtext.tool.id_generated',
  /** On tool spans: how the call ended (parts/call-status.ts). Absent on the span of the tool itself, whose status says it. */
  toolStatus: 'subtext.tool.status',
  /** On tool spans: true when start and end are those of two messages, between which the tool ran. */
  toolDurationInferred: 'subtext.tool.duration_inferred',
  /** Written by earlier versions, also as false where the wire does not say whether the tool failed. */
  toolIsError: 'subtext.tool.is_error',
  /** On the pseudo call `text_output`: the answer is a refusal of the provider. */
  refusal: 'subtext.refusal',
  /** On generations: where `gen_ai.usage.reasoning.output_tokens` comes from (`reported`, `derived`, `apportioned`). */
  usageReasoningSource: 'subtext.usage.reasoning.source',
  /**
   * On generations whose output was not reported: `derived` from other figures, or a reported sum of several
   * generations, `apportioned` over them.
   */
  usageOutputSource: 'subtext.usage.output.source',
  /** On generations charged in addition to another one's answer: the provider's own name for their kind. */
  usageBeside: 'subtext.usage.beside',
  /** On generations: `batch` when the provider answered in a batch, at the price of batches. */
  usageTier: 'subtext.usage.tier',
  /** On generations: US dollars, as the response itself reports them. */
  providerCostUsd: 'subtext.cost.provider_usd',
  /** On generations: the wire format that was read (`openai.responses`, …). */
  api: 'subtext.api',
  /**
   * True when the response broke off; the reason is in `subtext.incomplete.reason`: `abort`, `error`, `timeout`,
   * `length`, `cut`. On tool spans of earlier versions the reason `no_result`, alone, is the status `no_result`.
   */
  incomplete: 'subtext.incomplete',
  incompleteReason: 'subtext.incomplete.reason',
  /**
   * On generations that have not ended: the version of this snapshot, from 1. A later version, or the final span,
   * replaces the earlier ones. With snapshots a timeline shows the text of an answer while it streams.
   */
  snapshot: 'subtext.snapshot',
  /** Number of HTTP attempts, when more than one; each failed one is a span event `subtext.attempt`. */
  attempts: 'subtext.attempts',
  /** On model calls that do not think: `embedding`, `image`, `speech`, `transcription`, `moderation` or `rerank`. */
  task: 'subtext.task',
  /** On these: what came back, as JSON of counts and sizes (tasks/task.ts). */
  taskOutput: 'subtext.task.output',
  /** On these: units other than tokens that the provider charges by. */
  audioSeconds: 'subtext.usage.audio_seconds',
  characters: 'subtext.usage.characters',
  images: 'subtext.usage.images',
  searchUnits: 'subtext.usage.search_units',
  /** On generations: true when a fork gave the answer from a recording, so that it cost nothing. */
  forkReplayed: 'subtext.fork.replayed',
  tags: 'subtext.tags',
  /** Prefix: `subtext.metadata.<key>`. */
  metadata: 'subtext.metadata.',
  /** Names of attributes that were cut to fit, each as `name:keptBytes:ofBytes`. */
  truncated: 'subtext.truncated',
  /** Names of attributes whose content the SDK could not see, or only a part of it: it is not known to be empty. */
  unreported: 'subtext.unreported',
  /** Names of attributes that capture policy or a failing mask withheld. */
  withheld: 'subtext.withheld',
} as const;

export const GENERAL = {
  sessionId: 'session.id',
  userId: 'user.id',
  environment: 'deployment.environment.name',
  release: 'service.version',
  serviceName: 'service.name',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  errorType: 'error.type',
} as const;

/** The kind of a span, the same for all senders. `span`: none of the others, shown under its name. */
export type SpanKind = 'generation' | Task | 'tool' | 'agent' | 'chain' | 'retriever' | 'span';
