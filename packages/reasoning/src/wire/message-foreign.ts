/**
 * Messages and parts as other instrumentations write them: other names for the same things, provider blocks passed
 * through, tool calls beside the content. Lenient half of message-codec.ts; nothing throws, and unknown parts are kept
 * by name.
 */
import { attributeJson } from '../json/attributes.ts';
import { unfolded } from './blocks-in-text.ts';
import { typedBlock } from './converse-blocks.ts';
import type { Part } from '../parts/part.ts';
import { filled, isRecord, list, parseJson, record, records, text, type JsonRecord } from '../json/json.ts';
import { lonePart, thoughtFormat } from '../readers/google/gemini-parts.ts';
import { chatParts } from '../readers/openai/openai-chat.ts';
import { otherPart } from '../readers/request-messages.ts';
import { summarisesThinking } from '../thinking/thinking-model.ts';

export interface DecodeOptions {
  /** Model of the generation: decides whether its visible thinking is a summary. */
  model?: string;
  /**
   * Makes ids for calls without one; random UUIDs by default. Pass a deterministic one where the same input must give
   * the same ids.
   */
  generateId?: () => string;
}

/** Gemini calls the assistant the model, and its candidates hold their parts one level deeper. */
export function roleOf(message: JsonRecord): string {
  const role = filled(message.role) ?? filled(record(message.content).role) ?? 'assistant';
  return role === 'model' ? 'assistant' : role;
}

export function partsOfContent(message: JsonRecord): unknown {
  return isRecord(message.content) ? message.content.parts : undefined;
}

/**
 * A message without `parts`: chat format, or a list of blocks as `content`, or both. Order: thinking, content, calls.
 */
export function decodeForeignMessage(message: JsonRecord, options: DecodeOptions): Part[] {
  if (!Array.isArray(message.content)) return chatParts(message, summarisesThinking(options.model));
  const beside = chatParts({ ...message, content: null }, summarisesThinking(options.model));
  const blocks = unfolded(list(message.content).map(attributeJson), roleOf(message)).map((block, index) =>
    decodeForeignPart(block, index, options),
  );
  const results = beside.filter((part) => part.kind === 'tool_result');
  if (results.length > 0 && blocks.every(isOfResult))
    return results.map((part) => ({ ...part, result: resultOfBlocks(message.content, blocks) }));
  const blockCallIds = new Set(blocks.flatMap((part) => (part.kind === 'tool_call' ? [part.id] : [])));
  return [
    ...beside.filter((part) => part.kind !== 'tool_call' && part.kind !== 'tool_result'),
    ...blocks,
    // LangChain also has the calls among the blocks of its messages.
    ...beside.filter((part) => part.kind === 'tool_call' && !blockCallIds.has(part.id)),
  ];
}

/** A result in a block of its own, and media, are parts. */
const isOfResult = (part: Part): boolean => part.kind === 'text' || (part.kind === 'other' && part.media === undefined);

/** The only text, or the list: its items may be data of the tool, and not blocks. */
function resultOfBlocks(content: unknown, blocks: readonly Part[]): unknown {
  const [only, ...more] = blocks;
  const [item] = Array.isArray(content) ? (content as unknown[]) : [];
  return only?.kind === 'text' && more.length === 0 && typeof item !== 'string' ? only.text : content;
}

const REASONING = new Set(['reasoning', 'thinking', 'text_reasoning', 'thought', 'reasoning_text', 'summary_text']);
const REDACTED = new Set(['redacted_thinking', 'anthropic_redacted_thinking', 'redacted_reasoning']);
const TEXT = new Set(['text', 'output_text', 'input_text', 'refusal']);
const CALLS = new Set(['tool_call', 'tool-call', 'tool_use', 'function_call', 'function', 'custom_tool_call']);
const SERVER_CALLS = new Set(['server_tool_call', 'server_tool_use', 'mcp_tool_use', 'mcp_call']);
const RESULTS = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
  'server_tool_call_response',
]);

export function decodeForeignPart(source: unknown, index: number, options: DecodeOptions): Part {
  const key = String(index);
  if (typeof source === 'string') return { kind: 'text', key, text: source };
  const part = record(source);
  const type =
    text(part.type) ?? (typeof part.text === 'string' || typeof part.content === 'string' ? 'text' : 'unknown');
  // Gemini's parts have one field that names their kind, and a flag on texts that are thoughts.
  const gemini =
    part.type === undefined
      ? lonePart(part, { format: thoughtFormat(options.model), newId: () => idOf(options) })
      : undefined;
  if (gemini) return gemini;
  const converse = part.type === undefined ? typedBlock(part) : undefined;
  if (converse) return decodeForeignPart(converse, index, options);
  if (REASONING.has(type) || (type === 'text' && part.thought === true)) return reasoningPart(part, key, options);
  if (REDACTED.has(type)) return { kind: 'redacted', key, format: 'anthropic', field: type };
  if (TEXT.has(type)) return textPart(part, key);
  if (CALLS.has(type) || SERVER_CALLS.has(type)) return callPart(part, type, options);
  if (RESULTS.has(type) || type.endsWith('_tool_result')) return resultPart(part, type);
  return otherPart({ ...part, type: type === 'unknown' ? (mediaField(part) ?? type) : type }, type);
}

/** Gemini and Bedrock name the kind of a block by its only field. */
function mediaField(part: JsonRecord): string | undefined {
  return Object.keys(part).find((field) => MEDIA_FIELDS.test(field) && isRecord(part[field]));
}

const MEDIA_FIELDS = /^(?:inlineData|inline_data|fileData|file_data|image|audio|video|document)$/;

/** A reasoning part without text only shows that there was a thought. */
function reasoningPart(part: JsonRecord, key: string, options: DecodeOptions): Part {
  if (part.redacted === true) return { kind: 'redacted', key, format: 'parsed', field: 'reasoning' };
  const rawContent = part.content ?? part.text ?? part.thinking ?? part.summary ?? part.reasoning;
  const blocks = summaryBlocks(rawContent);
  const content = blocks ?? text(rawContent) ?? '';
  const summary = blocks !== undefined || part.type === 'summary_text' || summarisesThinking(options.model);
  const flagged = part.thought === true;
  const format = flagged ? thoughtFormat(options.model) : summary ? 'summary' : 'parsed';
  const field = flagged ? 'thought' : (text(part.type) ?? 'reasoning');
  if (content.trim() === '') {
    const encrypted = filled(part.encrypted_content) !== undefined || filled(part.encrypted) !== undefined;
    return { kind: 'hidden', key, encrypted, format, field, ...signatureOf(part) };
  }
  return { kind: 'reasoning', key, text: content, format, field, ...signatureOf(part) };
}

/** OpenAI's summary list, also as JSON text: `[{"type":"summary_text","text":"…"}]`. */
function summaryBlocks(rawSummary: unknown): string | undefined {
  const blocks =
    typeof rawSummary === 'string' && rawSummary.trimStart().startsWith('[') ? parseJson(rawSummary) : rawSummary;
  if (!Array.isArray(blocks) || blocks.length === 0) return undefined;
  if (!blocks.every((block) => isRecord(block) && block.type === 'summary_text')) return undefined;
  return records(blocks)
    .map((block) => text(block.text) ?? '')
    .join('\n\n');
}

function textPart(part: JsonRecord, key: string): Part {
  const content = text(part.content) ?? text(part.text) ?? text(part.refusal) ?? '';
  return { kind: 'text', key, text: content, ...(part.type === 'refusal' && { refusal: true }), ...signatureOf(part) };
}

function callPart(part: JsonRecord, type: string, options: DecodeOptions): Part {
  const inner = isRecord(part.server_tool_call) ? part.server_tool_call : record(part.function);
  // The `id` of a Responses API item is the item's own; results refer to the call's id.
  const id = filled(part.call_id) ?? filled(part.id) ?? filled(part.tool_call_id) ?? filled(part.toolCallId);
  const source = part.arguments ?? part.input ?? part.args ?? inner.arguments ?? inner.input ?? besideType(part);
  const onServer = SERVER_CALLS.has(type) || part.builtin === true;
  const mcp = type.startsWith('mcp_');
  return {
    kind: 'tool_call',
    id: id ?? idOf(options),
    ...(id === undefined && { idGenerated: true }),
    name:
      filled(part.name) ??
      filled(part.tool_name) ??
      filled(part.toolName) ??
      filled(inner.name) ??
      filled(inner.type) ??
      '',
    arguments: attributeJson(source) ?? {},
    itemType: type,
    type: mcp ? 'mcp' : onServer ? 'server' : 'function',
  };
}

/** The conventions put the arguments of a provider's tool beside its type. */
function besideType({ server_tool_call: call }: JsonRecord): JsonRecord | undefined {
  if (!isRecord(call)) return undefined;
  const { type: _type, name: _name, ...given } = call;
  return given;
}

function idOf({ generateId }: DecodeOptions): string {
  return generateId?.() ?? `call_${globalThis.crypto.randomUUID()}`;
}

function signatureOf(part: JsonRecord): { signature?: string } {
  const signature = filled(part.signature) ?? filled(part.thoughtSignature) ?? filled(part.thought_signature);
  return signature === undefined ? {} : { signature };
}

function resultPart(part: JsonRecord, type: string): Part {
  const ids = [part.call_id, part.tool_call_id, part.tool_use_id, part.toolCallId, part.id];
  const callId = ids.map(filled).find((id) => id !== undefined);
  if (callId === undefined) return { kind: 'other', providerType: type };
  const inner = part.server_tool_call_response;
  const own = isRecord(inner) && inner.type === 'result' ? inner.response : inner;
  const result = [part.response, part.result, part.output, part.content, own].find(
    (candidate) => candidate !== undefined,
  );
  const failed = part.is_error ?? part.isError;
  return {
    kind: 'tool_result',
    callId,
    ...(result !== undefined && { result }),
    ...(typeof failed === 'boolean' && { isError: failed }),
    ...signatureOf(part),
  };
}
