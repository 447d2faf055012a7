/**
 * Usage and tool calls as span attributes, and back; encode and decode side by side. Messages are in message-codec.ts.
 */
import {
  attributeCount,
  attributeJson,
  attributeNumber,
  attributesOf,
  toJson,
  type Attributes,
  type ReadAttribute,
} from '../json/attributes.ts';
import type { AttributedCall } from '../parts/call.ts';
import type { ReasoningFormat } from '../parts/part.ts';
import { filled, list, parseJson, text, withoutUndefined } from '../json/json.ts';
import { asWritten } from '../json/written-json.ts';
import { GEN_AI, SUBTEXT } from './span-keys.ts';
import { CALL_STATUSES, statusOfResult } from '../parts/call-status.ts';
import { THINKING_STATES, type ThinkingState } from '../parts/state.ts';
import { REASONING_TOKEN_SOURCES, type ReasoningTokenSource, type Usage } from '../usage/usage.ts';

export function encodeUsage(usage: Usage): Attributes {
  return attributesOf({
    [GEN_AI.inputTokens]: usage.input,
    [GEN_AI.cacheReadTokens]: usage.cacheRead,
    [GEN_AI.cacheWriteTokens]: usage.cacheWrite,
    [GEN_AI.cacheWriteHourTokens]: usage.cacheWriteHour,
    [GEN_AI.outputTokens]: usage.output,
    [SUBTEXT.usageOutputSource]: usage.output === undefined ? undefined : usage.outputSource,
    [GEN_AI.reasoningTokens]: usage.reasoning,
    [GEN_AI.audioInputTokens]: usage.audioInput,
    [GEN_AI.imageInputTokens]: usage.imageInput,
    [GEN_AI.audioOutputTokens]: usage.audioOutput,
    [GEN_AI.imageOutputTokens]: usage.imageOutput,
    [SUBTEXT.usageReasoningSource]: usage.reasoning === undefined ? undefined : usage.reasoningSource,
    [SUBTEXT.usageTier]: usage.tier,
    [SUBTEXT.providerCostUsd]: usage.providerCostUsd,
  });
}

/** Names of the older generations of the conventions for the same figures. */
const OLDER_NAMES = {
  input: 'gen_ai.usage.prompt_tokens',
  output: 'gen_ai.usage.completion_tokens',
  cacheWrite: 'gen_ai.usage.cache_creation.input_tokens',
} as const;

/** undefined when the span has no tokens and no cost. */
export function decodeUsage(read: ReadAttribute): Usage | undefined {
  const source = sourceOf(read(SUBTEXT.usageReasoningSource));
  const output = attributeCount(read(GEN_AI.outputTokens) ?? read(OLDER_NAMES.output));
  // An estimate is not usage: it may not enter a sum or a price.
  const reasoning = source === 'estimated' ? undefined : attributeCount(read(GEN_AI.reasoningTokens));
  const usage: Usage = withoutUndefined({
    input: attributeCount(read(GEN_AI.inputTokens) ?? read(OLDER_NAMES.input)),
    cacheRead: attributeCount(read(GEN_AI.cacheReadTokens)),
    cacheWrite: attributeCount(read(GEN_AI.cacheWriteTokens) ?? read(OLDER_NAMES.cacheWrite)),
    cacheWriteHour: attributeCount(read(GEN_AI.cacheWriteHourTokens)),
    output,
    outputSource: output === undefined ? undefined : inferredSource(sourceOf(read(SUBTEXT.usageOutputSource))),
    reasoning,
    reasoningSource: reasoning === undefined ? undefined : (inferredSource(source) ?? ('reported' as const)),
    audioInput: attributeCount(read(GEN_AI.audioInputTokens)),
    imageInput: attributeCount(read(GEN_AI.imageInputTokens)),
    audioOutput: attributeCount(read(GEN_AI.audioOutputTokens)),
    imageOutput: attributeCount(read(GEN_AI.imageOutputTokens)),
    providerCostUsd: attributeNumber(read(SUBTEXT.providerCostUsd)),
  });
  if (Object.keys(usage).length === 0) return undefined;
  return read(SUBTEXT.usageTier) === 'batch' ? { ...usage, tier: 'batch' } : usage;
}

function inferredSource(source: ReasoningTokenSource | undefined): Usage['outputSource'] {
  return source === 'derived' || source === 'apportioned' ? source : undefined;
}

function sourceOf(value: unknown): ReasoningTokenSource | undefined {
  return REASONING_TOKEN_SOURCES.find((source) => source === value);
}

/**
 * `gen_ai.tool.type` only distinguishes who runs the tool: the caller (`function`) or the provider (`extension`). An
 * answer is not a tool.
 */
const TOOL_TYPES = { function: 'function', server: 'extension', mcp: 'extension', answer: undefined } as const;

/** Everything a tool span carries about its call. Arguments and result are JSON text. */
export function encodeCall(call: AttributedCall): Attributes {
  return attributesOf({
    [GEN_AI.operationName]: 'execute_tool',
    [GEN_AI.toolName]: call.name,
    [GEN_AI.toolCallId]: call.id,
    [GEN_AI.toolType]: TOOL_TYPES[call.type],
    [GEN_AI.toolArguments]: toJson(call.arguments),
    [GEN_AI.toolResult]: call.result === undefined ? undefined : toJson(call.result),
    [SUBTEXT.reasoning]: call.reasoning,
    [SUBTEXT.preamble]: call.preamble,
    [SUBTEXT.reasoningRef]: call.reasoningRef,
    [SUBTEXT.reasoningTokens]: call.reasoningTokens,
    [SUBTEXT.reasoningTokensSource]: call.reasoningTokensSource,
    [SUBTEXT.thinkingState]: call.state,
    [SUBTEXT.reasoningFormat]: call.reasoningFormat,
    [SUBTEXT.reasoningField]: call.reasoningField,
    [SUBTEXT.toolType]: call.type,
    [SUBTEXT.toolItemType]: call.itemType,
    [SUBTEXT.toolNamespace]: call.namespace,
    [SUBTEXT.toolParentId]: call.parentId,
    [SUBTEXT.toolIdGenerated]: call.idGenerated,
    [SUBTEXT.toolStatus]: call.status,
    [SUBTEXT.toolDurationInferred]: call.durationInferred,
    [SUBTEXT.incomplete]: call.incomplete,
    [SUBTEXT.refusal]: call.refusal,
  });
}

/**
 * A tool span from any sender. Without `subtext.*` it is a plain call: no thoughts, `unreported`; without an id the id
 * is ''.
 */
export function decodeCall(read: ReadAttribute): AttributedCall {
  const own = CALL_TYPES.find((type) => type === read(SUBTEXT.toolType));
  const foreign = read(GEN_AI.toolType) === 'extension' ? 'server' : 'function';
  const optional = {
    idGenerated: bool(read(SUBTEXT.toolIdGenerated)),
    namespace: text(read(SUBTEXT.toolNamespace)),
    parentId: text(read(SUBTEXT.toolParentId)),
    incomplete: bool(read(SUBTEXT.incomplete)),
    refusal: bool(read(SUBTEXT.refusal)),
    result: decodeJson(read(GEN_AI.toolResult), own !== undefined),
    durationInferred: bool(read(SUBTEXT.toolDurationInferred)),
    reasoningFormat: text(read(SUBTEXT.reasoningFormat)) as ReasoningFormat | undefined,
    reasoningField: text(read(SUBTEXT.reasoningField)),
    reasoningTokens: attributeCount(read(SUBTEXT.reasoningTokens)),
    reasoningTokensSource: sourceOf(read(SUBTEXT.reasoningTokensSource)),
  };
  const ending = CALL_STATUSES.find((status) => status === read(SUBTEXT.toolStatus));
  const callArguments = decodeJson(read(GEN_AI.toolArguments), own !== undefined);
  return {
    id: text(read(GEN_AI.toolCallId)) ?? '',
    name: text(read(GEN_AI.toolName)) ?? '',
    arguments: callArguments === undefined ? {} : callArguments,
    itemType: text(read(SUBTEXT.toolItemType)) ?? '',
    type: own ?? foreign,
    reasoning: thoughts(read(SUBTEXT.reasoning)),
    preamble: filled(read(SUBTEXT.preamble)) ?? null,
    reasoningRef: filled(read(SUBTEXT.reasoningRef)) ?? null,
    state: stateOf(read(SUBTEXT.thinkingState)),
    ...withoutUndefined(optional),
    ...(ending ? { status: ending } : olderEnding(read, optional.result)),
  };
}

type Ending = Pick<AttributedCall, 'status' | 'durationInferred'>;

/** Types of items on wires that have a flag for failed tools. */
const FLAGGED_ITEMS: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use', 'toolUse']);

/**
 * What earlier versions wrote: `no_result`, or for each observed call a flag, which is false also where the wire has
 * none. The span of a tool that ran in the process has neither.
 */
function olderEnding(read: ReadAttribute, result: unknown): Ending {
  if (read(SUBTEXT.incompleteReason) === 'no_result' && read(SUBTEXT.incomplete) !== true)
    return { status: 'no_result' };
  const isError = bool(read(SUBTEXT.toolIsError));
  if (isError === undefined) return {};
  const isKnown = isError || FLAGGED_ITEMS.has(read(SUBTEXT.toolItemType));
  return { status: statusOfResult({ result, ...(isKnown && { isError }) }), durationInferred: true };
}

const CALL_TYPES: readonly AttributedCall['type'][] = ['function', 'server', 'mcp', 'answer'];

/**
 * We always write JSON text, so a string inside it is a string; other senders may have encoded it twice, or not at all.
 */
function decodeJson(value: unknown, own: boolean): unknown {
  if (!own || typeof value !== 'string') return attributeJson(value);
  const parsed = parseJson(value);
  return parsed === undefined ? value : asWritten(parsed, value);
}

function bool(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A list; a single thought as a plain string is accepted as well. */
function thoughts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : list(value).flatMap((thought) => text(thought) ?? []);
}

function stateOf(value: unknown): ThinkingState {
  return THINKING_STATES.find((state) => state === value) ?? 'unreported';
}
