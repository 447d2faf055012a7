/** Anthropic Messages, whole or streamed, from any host that speaks the format: body to parts (providers.md §4). */
import { optionalFlag } from '../../parts/call-status.ts';
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfAnthropic } from '../../usage/normalise-usage.ts';
import type { Part, Seal, ToolType } from '../../parts/part.ts';
import { otherFields, sealOf } from '../../parts/seal.ts';
import { summarisesThinking } from '../../thinking/thinking-model.ts';
import { paidBeside, withEveryRun } from './anthropic-iterations.ts';
import { bedrockSettings } from '../bedrock/bedrock-path.ts';
import { withCutThought } from '../cut-thought.ts';
import {
  count,
  filled,
  isCutJson,
  isRecord,
  list,
  parseArguments,
  record,
  records,
  text,
  type JsonRecord,
} from '../../json/json.ts';
import { named, otherPart, textsOf, withPlainResult } from '../request-messages.ts';
import { wireError, type WireError } from '../wire-error.ts';
import type { Conversation, ReadOptions, WireFormat } from '../wire-format.ts';
import { ANTHROPIC_PATH } from '../model-paths.ts';

export const ANTHROPIC_MESSAGES: WireFormat = {
  api: 'anthropic.messages',
  path: ANTHROPIC_PATH,
  isBody: (body) => body.type === 'message' && Array.isArray(body.content) && !isStoredItem(body),
  isEvent: (event) => /^(?:message|content_block)_(?:start|delta|stop)$/.test(text(event.type) ?? ''),
  readBody: readAnthropicBody,
  readEvents: readAnthropicEvents,
  isRequest: (body, path) =>
    Array.isArray(body.messages) && (path?.endsWith('/messages') === true || looksLikeAnthropic(body)),
  conversation,
  settings: (_, path) => ({ ...bedrockSettings(path), ...vertexSettings(path) }),
};

/** A message that OpenAI stores in a conversation has the same type. When fetched, it is not a model's output. */
function isStoredItem({ role, object, status }: JsonRecord): boolean {
  return role === 'user' || object === 'conversation.item' || filled(status) !== undefined;
}

/** On Vertex the path names the model: `…/publishers/anthropic/models/<model>:streamRawPredict`. */
function vertexSettings(path: string | undefined): { model?: string } {
  const model = /\/models\/([^/]+):(?:raw|streamRaw)Predict$/.exec(path ?? '')?.[1];
  return model === undefined ? {} : { model };
}

/** One content block, as far as it arrived. */
interface Block {
  content: JsonRecord;
  /** Pieces of the JSON text of a call's input. */
  partialInput: string;
  closed: boolean;
  /** The provider counts thinking that it does not show (beta `thinking-token-count`). */
  isCounted?: boolean;
}

/** The blocks of a stream. */
interface Blocks {
  /** By position in the answer: the index they are sent under, unless a host reuses one index. */
  byPosition: Map<number, Block>;
  positionByIndex: Map<unknown, number>;
  /** The position after the last block. */
  end: number;
}

interface Message {
  blocks: Block[];
  envelope: JsonRecord;
  usage: JsonRecord;
  stopReason?: string;
  /** `stop_details`: why it refused. */
  explanation?: string;
  error?: WireError;
  /** The body reached its proper end. */
  ended: boolean;
}

function readAnthropicBody(body: JsonRecord, options: ReadOptions): ModelResponse {
  const blocks = records(body.content).map((content) => ({ content, partialInput: '', closed: true }));
  const message: Message = { blocks, envelope: body, usage: record(body.usage), ended: true };
  return toResponse({ ...message, ...stopReasonOf(body) }, options);
}

function readAnthropicEvents(events: readonly JsonRecord[], options: ReadOptions): ModelResponse {
  const blocks: Blocks = { byPosition: new Map(), positionByIndex: new Map(), end: 0 };
  const message: Message = { blocks: [], envelope: {}, usage: {}, ended: false };
  for (const event of events) {
    if (text(event.type)?.startsWith('content_block_')) takeBlockEvent(blocks, event);
    else takeMessageEvent(message, blocks, event);
  }
  message.blocks = [...blocks.byPosition.entries()].sort(([left], [right]) => left - right).map(([, block]) => block);
  return toResponse(message, options);
}

function takeMessageEvent(message: Message, blocks: Blocks, event: JsonRecord): void {
  const { byPosition: byPlace, positionByIndex: placeOf } = blocks;
  switch (event.type) {
    case 'message_start': {
      // Some proxies send it twice, possibly with content; with another id, it restarts the answer (after a failure
      // behind a proxy).
      const start = record(event.message);
      const currentId = filled(message.envelope.id);
      if (currentId !== undefined && filled(start.id) !== undefined && start.id !== currentId) {
        byPlace.clear();
        Object.assign(message, { envelope: {}, usage: {} });
      }
      // Blocks that are sent again replace the earlier ones at their positions.
      placeOf.clear();
      message.envelope = { ...start, ...message.envelope };
      records(start.content).forEach((content, index) => {
        if (!byPlace.has(index)) byPlace.set(index, { content: { ...content }, partialInput: '', closed: false });
        blocks.end = Math.max(blocks.end, index + 1);
      });
      addUsage(message.usage, start.usage);
      return;
    }
    case 'message_delta':
      Object.assign(message, stopReasonOf(record(event.delta)));
      addUsage(message.usage, event.usage);
      return;
    case 'message_stop':
      message.ended = true;
      return;
    case 'error':
      message.error = wireError(event.error);
  }
}

/**
 * A block that starts under the index of an ended one goes after all others: some hosts number every block 0, or none.
 */
function placeOfNext(blocks: Blocks, index: unknown): number {
  const { byPosition: byPlace, positionByIndex: placeOf } = blocks;
  const knownPosition = placeOf.get(index);
  const isOver = knownPosition !== undefined && byPlace.get(knownPosition)?.closed === true;
  const position = typeof index === 'number' && !isOver ? index : blocks.end;
  placeOf.set(index, position);
  blocks.end = Math.max(blocks.end, position + 1);
  return position;
}

function takeBlockEvent(blocks: Blocks, event: JsonRecord): void {
  const { byPosition: byPlace, positionByIndex: placeOf } = blocks;
  const index = typeof event.index === 'number' ? event.index : undefined;
  if (event.type === 'content_block_start' && isRecord(event.content_block)) {
    byPlace.set(placeOfNext(blocks, index), { content: { ...event.content_block }, partialInput: '', closed: false });
    return;
  }
  const block = byPlace.get(placeOf.get(index) ?? index ?? blocks.end - 1);
  if (!block) return;
  if (event.type === 'content_block_stop') block.closed = true;
  const delta = record(event.delta);
  const append = (field: string) => {
    block.content[field] = (text(block.content[field]) ?? '') + (text(delta[field]) ?? '');
  };
  switch (delta.type) {
    case 'thinking_delta':
      if ((count(delta.estimated_tokens) ?? 0) > 0) block.isCounted = true;
      return append('thinking');
    case 'signature_delta':
      return append('signature');
    case 'text_delta':
      return append('text');
    case 'citations_delta':
      block.content.citations = [...list(block.content.citations), delta.citation];
      return;
    case 'input_json_delta':
      block.partialInput += text(delta.partial_json) ?? '';
  }
}

/**
 * Figures are cumulative; what a later event leaves out, or resets to 0 as some proxies do, stays. Where it reports
 * another input (after a compaction the message read a new prompt), its zeros are real.
 */
function addUsage(usage: JsonRecord, added: unknown): void {
  const input = count(record(added).input_tokens) ?? 0;
  const hasNewInput = input > 0 && input !== usage.input_tokens;
  for (const [key, value] of Object.entries(record(added))) {
    if (value === null || (value === 0 && !hasNewInput && usage[key] !== undefined)) continue;
    Object.defineProperty(usage, key, { value, enumerable: true, writable: true, configurable: true });
  }
}

function stopReasonOf(source: JsonRecord): Pick<Message, 'stopReason' | 'explanation'> {
  const stopReason = filled(source.stop_reason);
  const explanation = filled(record(source.stop_details).explanation);
  return {
    ...(stopReason !== undefined && { stopReason }),
    ...(explanation !== undefined && { explanation }),
  };
}

const CUT_SHORT = new Set(['max_tokens', 'model_context_window_exceeded']);

function toResponse(message: Message, options: ReadOptions): ModelResponse {
  const model = filled(message.envelope.model);
  const id = filled(message.envelope.id);
  const limit = message.stopReason !== undefined && CUT_SHORT.has(message.stopReason);
  const broken = options.incomplete === true || message.error !== undefined;
  const incomplete = broken || limit || !(message.ended || message.stopReason !== undefined);
  const summary = summarisesThinking(model) || summarisesThinking(options.requestModel);
  const read = toParts(message.blocks, { format: summary ? 'summary' : 'anthropic', incomplete });
  // What was open when the stream broke off is already marked.
  const parts = withCutThought(read, { broken: false, limit });
  if (message.stopReason === 'refusal') parts.push(refusal(message, parts));
  const zeroIsUnknown = parts.some((part) => part.kind === 'reasoning');
  const usage = usageOfAnthropic(figuresOf(message), { zeroIsUnknown });
  const beside = paidBeside(message.usage, model ?? options.requestModel);
  return {
    api: 'anthropic.messages',
    choices: [{ index: 0, parts }],
    incomplete,
    ...(id !== undefined && { id }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(beside.length > 0 && { paidBeside: beside }),
    ...(message.stopReason !== undefined && { finishReason: message.stopReason }),
    ...(message.stopReason === 'pause_turn' && { continues: 'turn' as const }),
    ...(message.error && { error: message.error }),
  };
}

/** The start of a stream reports the input and the output so far. Without the end, the output is unknown. */
function figuresOf({ usage, ended, stopReason, blocks }: Message): JsonRecord {
  if (ended || stopReason !== undefined) return withEveryRun(usage);
  // After a provider's tool runs, the model reads everything again (R: 2,479 at the start of a search, 404,500 at its
  // end).
  const readsAgain = blocks.some(({ content }) => ['server', 'mcp'].includes(CALL_TYPES.get(content.type) ?? ''));
  if (readsAgain) return {};
  return { ...usage, output_tokens: undefined, output_tokens_details: undefined };
}

/** A classifier stepped in: what was written before stays the answer; if nothing was, the provider's explanation is. */
function refusal({ explanation = '' }: Message, parts: readonly Part[]): Part {
  const hasText = parts.some((part) => part.kind === 'text' && part.text.trim() !== '');
  return { kind: 'text', key: 'refusal', text: hasText ? '' : explanation, refusal: true };
}

/** Content of a request's message: plain text, or blocks as in a response. */
function contentOfMessage(content: unknown, format: PartContext['format']): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', key: '0', text: content }];
  const blocks = records(content).map((block) => ({ content: block, partialInput: '', closed: true }));
  return toParts(blocks, { format, incomplete: false });
}

interface PartContext {
  format: 'summary' | 'anthropic';
  incomplete: boolean;
}

function toParts(blocks: readonly Block[], context: PartContext): Part[] {
  let textKey = '';
  return blocks.flatMap((block, index): Part[] => {
    const key = String(index);
    // Citations split one sentence into many blocks: a run of neighboring text blocks is one text.
    if (block.content.type !== 'text') textKey = '';
    else textKey ||= key;
    return toPart(block, block.content.type === 'text' ? textKey : key, context);
  });
}

const CALL_TYPES = new Map<unknown, ToolType>([
  ['tool_use', 'function'],
  ['server_tool_use', 'server'],
  ['mcp_tool_use', 'mcp'],
]);

function toPart(block: Block, key: string, context: PartContext): Part[] {
  const { content } = block;
  const type = text(content.type) ?? '';
  const tool = CALL_TYPES.get(type);
  if (tool) return [callPart(block, tool, context)];
  if (type === 'text') return [{ kind: 'text', key, text: text(content.text) ?? '', ...sealed(content) }];
  if (type === 'thinking') return thinkingParts(block, key, context);
  if (type === 'redacted_thinking')
    return [{ kind: 'redacted', key, format: 'anthropic', field: type, ...sealed(content) }];
  if (type.endsWith('_tool_result') || type === 'tool_result') return resultParts(content);
  return [otherPart(content, '')];
}

function thinkingParts(block: Block, key: string, context: PartContext): Part[] {
  const { format } = context;
  const thinking = text(block.content.thinking) ?? '';
  const seal = sealed(block.content);
  if (thinking.trim() !== '') {
    const cut = context.incomplete && !block.closed ? { incomplete: true } : {};
    return [{ kind: 'reasoning', key, text: thinking, format, field: 'thinking', ...seal, ...cut }];
  }
  // Display omitted: the signature, or a count, proves the thinking. A blank block without either (compatible hosts)
  // proves nothing.
  return seal.signature === undefined && block.isCounted !== true
    ? []
    : [{ kind: 'hidden', key, encrypted: false, format: 'anthropic', field: 'thinking', ...seal }];
}

/** Fields that parts already hold. Cache breakpoints belong to the caller. */
const PART_FIELDS = new Set([
  'type',
  'thinking',
  'signature',
  'data',
  'text',
  'id',
  'name',
  'input',
  'caller',
  'cache_control',
]);

/**
 * The newest models bind a thought to everything before it, so every field of a block must be sent back (providers.md
 * §4).
 */
function sealed(content: JsonRecord): Seal {
  const extra = otherFields(content, PART_FIELDS);
  // A call without the field means `direct`.
  if (isRecord(content.caller) && content.caller.type !== 'direct') extra.caller = content.caller;
  return sealOf({ signature: filled(content.signature), data: filled(content.data), extra });
}

function callPart(block: Block, type: ToolType, context: PartContext): Part {
  const { content } = block;
  const id = filled(content.id);
  const source = block.partialInput.trim() === '' ? content.input : block.partialInput;
  const cut = context.incomplete && (!block.closed || isCutJson(source));
  const caller = record(content.caller);
  const parentId = filled(caller.tool_id);
  return {
    kind: 'tool_call',
    id: id ?? `call_${globalThis.crypto.randomUUID()}`,
    ...(id === undefined && { idGenerated: true }),
    name: text(content.name) ?? text(content.type) ?? '',
    arguments: parseArguments(source),
    itemType: text(content.type) ?? '',
    type,
    ...(parentId !== undefined && { parentId }),
    ...(cut && { incomplete: true }),
    ...sealed(content),
  };
}

function resultParts(content: JsonRecord): Part[] {
  const callId = filled(content.tool_use_id);
  if (callId === undefined) return [{ kind: 'other', providerType: text(content.type) ?? '' }];
  const result = content.content;
  const failed = content.is_error ?? (text(record(result).type)?.endsWith('_error') === true || undefined);
  return [{ kind: 'tool_result', callId, result, ...optionalFlag(failed, result) }];
}

const OWN_FIELDS = ['anthropic_version', 'mcp_servers', 'output_config', 'context_management'];
const OWN_BLOCKS = new Set<unknown>(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);

function looksLikeAnthropic(body: JsonRecord): boolean {
  if (OWN_FIELDS.some((field) => field in body)) return true;
  // Bedrock Converse also has a `system`, of blocks without a type.
  if (typeof body.system === 'string' || records(body.system).some((block) => 'type' in block)) return true;
  const thinking = record(body.thinking);
  if (
    'budget_tokens' in thinking ||
    thinking.type === 'adaptive' ||
    (isRecord(body.tool_choice) && body.tool_choice.type !== 'function')
  )
    return true;
  // The provider's own tools carry a date: `web_search_20250305`.
  if (records(body.tools).some((tool) => 'input_schema' in tool || /_\d{8}$/.test(String(tool.type)))) return true;
  return records(body.messages).some((message) => records(message.content).some(isOwnBlock));
}

/** Mistral's `thinking` holds a list. */
function isOwnBlock(block: JsonRecord): boolean {
  return OWN_BLOCKS.has(block.type) && !Array.isArray(block.thinking);
}

function conversation(body: JsonRecord): Conversation {
  const format = summarisesThinking(text(body.model)) ? 'summary' : 'anthropic';
  const messages = records(body.messages).map((message) => {
    const parts = contentOfMessage(message.content, format);
    return named(message, parts.map(withPlainResult));
  });
  return { system: textsOf(body.system), messages };
}
