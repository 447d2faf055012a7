/**
 * Bedrock Converse and ConverseStream: body to parts (providers.md §12). Nova's own bodies behind InvokeModel have the
 * same shape.
 */
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfConverse } from '../../usage/normalise-usage.ts';
import { summarisesThinking } from '../../thinking/thinking-model.ts';
import { bedrockSettings } from './bedrock-path.ts';
import { blockParts, openBlock, takeBlockDelta, wholeBlock, type Block, type BlockContext } from './bedrock-blocks.ts';
import { withCutThought } from '../cut-thought.ts';
import {
  filled,
  finite,
  isRecord,
  list,
  record,
  records,
  text,
  withoutUndefined,
  type JsonRecord,
} from '../../json/json.ts';
import { named, textsOf, withPlainResult } from '../request-messages.ts';
import { wireError, type WireError } from '../wire-error.ts';
import type { Conversation, ReadOptions, RequestSettings, WireFormat } from '../wire-format.ts';
import { CONVERSE_PATH } from '../model-paths.ts';

export const BEDROCK_CONVERSE: WireFormat = {
  api: 'bedrock.converse',
  path: CONVERSE_PATH,
  isBody: (body) => isRecord(record(body.output).message),
  isEvent: (event) => EVENTS.some((name) => isRecord(event[name])) || isException(event),
  readBody: readConverseBody,
  readEvents: readConverseEvents,
  isRequest: (body, path) =>
    Array.isArray(body.messages) && (BEDROCK_CONVERSE.path.test(path ?? '') || looksLikeConverse(body)),
  conversation,
  settings,
};

const EVENTS = ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop'] as const;

/**
 * `throttlingException`, `modelStreamErrorException`, …: an answer that failed before its first event has nothing else.
 */
function isException(event: JsonRecord): boolean {
  return event.type === 'error' && /Exception$/.test(text(record(event.error).type) ?? '');
}

interface Answer {
  blocks: Block[];
  usage: unknown;
  stopReason: string | undefined;
  error?: WireError;
  ended: boolean;
}

function readConverseBody(body: JsonRecord, options: ReadOptions): ModelResponse {
  const { content } = record(record(body.output).message);
  const blocks = records(content).map(wholeBlock);
  return toResponse({ blocks, usage: body.usage, stopReason: filled(body.stopReason), ended: true }, options);
}

function readConverseEvents(events: readonly JsonRecord[], options: ReadOptions): ModelResponse {
  const answer: Answer = { blocks: [], usage: undefined, stopReason: undefined, ended: false };
  const byIndex = new Map<number, Block>();
  for (const event of events) {
    takeBlockEvent(byIndex, event);
    // Usage may come before or after the end.
    answer.usage = record(event.metadata).usage ?? answer.usage;
    if (isRecord(event.messageStop)) {
      answer.stopReason = filled(event.messageStop.stopReason);
      answer.ended = true;
    }
    if (event.type === 'error') answer.error ??= wireError(event.error);
  }
  answer.blocks = [...byIndex.entries()].sort(([left], [right]) => left - right).map(([, block]) => block);
  return toResponse(answer, options);
}

/** Only calls and results are announced by a start; everything else begins with its first delta. */
function takeBlockEvent(byIndex: Map<number, Block>, event: JsonRecord): void {
  const blockEvent = event.contentBlockStart ?? event.contentBlockDelta ?? event.contentBlockStop;
  if (!isRecord(blockEvent)) return;
  const index = finite(blockEvent.contentBlockIndex) ?? 0;
  const block = byIndex.get(index) ?? openBlock({});
  byIndex.set(index, block);
  if (isRecord(event.contentBlockStop)) block.closed = true;
  block.content = { ...block.content, ...record(blockEvent.start) };
  takeBlockDelta(block, record(blockEvent.delta));
}

const CUT_SHORT = new Set(['max_tokens', 'model_context_window_exceeded', 'content_filtered']);

function toResponse(answer: Answer, options: ReadOptions): ModelResponse {
  const { stopReason, error } = answer;
  const broken = options.incomplete === true || error !== undefined || !answer.ended;
  const limit = CUT_SHORT.has(stopReason ?? '');
  const incomplete = broken || limit;
  const format = summarisesThinking(options.requestModel) ? 'summary' : 'parsed';
  const parts = withCutThought(blockParts(answer.blocks, { format, incomplete }), { broken: false, limit });
  const usage = usageOfConverse(answer.usage);
  return {
    api: 'bedrock.converse',
    choices: [{ index: 0, parts }],
    incomplete,
    ...(usage && { usage }),
    ...(stopReason !== undefined && { finishReason: stopReason }),
    ...(error && { error }),
  };
}

const OWN_FIELDS = ['inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'guardrailConfig'];
const OWN_BLOCKS = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint', 'guardContent'];

function looksLikeConverse(body: JsonRecord): boolean {
  if (OWN_FIELDS.some((field) => isRecord(body[field]))) return true;
  const blocks = records(body.messages).flatMap((message) => records(message.content));
  return blocks.some((block) => block.type === undefined && OWN_BLOCKS.some((name) => isRecord(block[name])));
}

function conversation(body: JsonRecord, path?: string): Conversation {
  const context: BlockContext = {
    format: summarisesThinking(modelOf(body, path)) ? 'summary' : 'parsed',
    incomplete: false,
  };
  const messages = records(body.messages).map((message) => {
    const blocks = records(message.content).map(wholeBlock);
    return named(message, blockParts(blocks, context).map(withPlainResult));
  });
  return { system: textsOf(body.system), messages };
}

function modelOf(body: JsonRecord, path: string | undefined): string | undefined {
  return bedrockSettings(path).model ?? filled(body.modelId);
}

/** Fields of a single vendor's models are in `additionalModelRequestFields`: Claude, gpt-oss and DeepSeek, Nova. */
function settings(body: JsonRecord, path: string | undefined): Partial<RequestSettings> {
  const inference = record(body.inferenceConfig);
  const more = record(body.additionalModelRequestFields);
  const effort =
    filled(record(more.output_config).effort) ??
    filled(more.reasoning_effort) ??
    filled(record(more.reasoningConfig).maxReasoningEffort);
  return {
    ...bedrockSettings(path),
    toolDefinitions: list(record(body.toolConfig).tools),
    ...withoutUndefined({
      model: modelOf(body, path),
      maxTokens: finite(inference.maxTokens),
      temperature: finite(inference.temperature),
      reasoningEffort: effort,
    }),
  };
}
