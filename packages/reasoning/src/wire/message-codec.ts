/**
 * Encodes messages as the JSON of `gen_ai.input.messages` and `gen_ai.output.messages`, and decodes it. What the
 * conventions have no field for (redacted, encrypted, signatures, the wire field) is stored in extra properties.
 * Reading is lenient: message-foreign.ts handles the forms of other senders.
 */
import { attributeJson, NOT_RECORDED, toJson } from '../json/attributes.ts';
import { unfolded } from './blocks-in-text.ts';
import {
  decodeForeignMessage,
  decodeForeignPart,
  partsOfContent,
  roleOf,
  type DecodeOptions,
} from './message-foreign.ts';
import { decodeMedia, encodeMedia } from '../media/media-codec.ts';
import type { Message } from '../parts/message.ts';
import type { OtherPart, Part, ReasoningFormat, ToolCallPart, ToolType } from '../parts/part.ts';
import { parseCutJson } from '../json/cut-json.ts';
import { filled, finite, isRecord, list, record, records, text, type JsonRecord } from '../json/json.ts';
import { decodeSeal, encodeSeal, withoutSeal } from '../parts/seal.ts';

export function encodeMessages(messages: readonly Message[]): string {
  const whole = toJson(messages.map(encodeMessage));
  // One value that cannot be encoded must not lose the whole conversation.
  return whole === toJson(NOT_RECORDED) ? toJson(messages.map(writable).map(encodeMessage)) : whole;
}

function writable(message: Message): Message {
  const parts = message.parts.map((part): Part => {
    if (part.kind === 'tool_call') return { ...part, arguments: writableValue(part.arguments) };
    return part.kind === 'tool_result' ? { ...part, result: writableValue(part.result) } : part;
  });
  return { ...message, parts };
}

function writableValue(value: unknown): unknown {
  return toJson(value) === toJson(NOT_RECORDED) ? NOT_RECORDED : value;
}

/** The one message of a response. */
export function encodeOutput(parts: readonly Part[], finishReason?: string): string {
  return encodeMessages([
    { role: 'assistant', parts: [...parts], ...(finishReason !== undefined && { finishReason }) },
  ]);
}

function encodeMessage(message: Message): JsonRecord {
  const { role, name, finishReason } = message;
  return {
    role,
    ...(name !== undefined && { name }),
    parts: message.parts.map((part) => encodePart(part, role)),
    ...(finishReason !== undefined && { finish_reason: finishReason }),
  };
}

function encodePart(part: Part, role: string): JsonRecord {
  switch (part.kind) {
    case 'reasoning':
    case 'text': {
      const { kind, text: content, ...rest } = withoutSeal(part);
      return { type: kind, content, ...rest, ...encodeSeal(part) };
    }
    case 'redacted':
    case 'hidden': {
      const { kind, ...rest } = withoutSeal(part);
      return { type: 'reasoning', content: '', [kind]: true, ...rest, ...encodeSeal(part) };
    }
    case 'tool_call':
      return encodeCallPart(part);
    case 'tool_result': {
      const failed = part.isError === undefined ? {} : { is_error: part.isError };
      const responseField = part.result === undefined ? {} : { response: part.result };
      const signed = part.signature === undefined ? {} : { signature: part.signature };
      // Results inside the assistant's own message belong to tools that the provider ran.
      if (role !== 'assistant')
        return { type: 'tool_call_response', id: part.callId, ...responseField, ...failed, ...signed };
      return {
        type: 'server_tool_call_response',
        id: part.callId,
        server_tool_call_response: { type: 'result', ...responseField },
        ...failed,
        ...signed,
      };
    }
    case 'other':
      return encodeOtherPart(part);
  }
}

function encodeOtherPart({ providerType, durationMs, media }: OtherPart): JsonRecord {
  return {
    ...(media ? { ...encodeMedia(media), provider_type: providerType } : { type: providerType }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
  };
}

function encodeCallPart(part: ToolCallPart): JsonRecord {
  const extras = {
    item_type: part.itemType,
    ...(part.namespace !== undefined && { namespace: part.namespace }),
    ...(part.idGenerated !== undefined && { id_generated: part.idGenerated }),
    ...(part.parentId !== undefined && { parent_id: part.parentId }),
    ...(part.incomplete !== undefined && { incomplete: part.incomplete }),
    ...(part.agent !== undefined && { agent: part.agent }),
    ...encodeSeal(part),
  };
  const { id, name } = part;
  if (part.type === 'function') return { type: 'tool_call', id, name, arguments: part.arguments, ...extras };
  const call = { type: part.itemType, arguments: part.arguments };
  return { type: 'server_tool_call', id, name, server_tool_call: call, tool_type: part.type, ...extras };
}

/**
 * Accepts what any sender may put there: a JSON string (also encoded twice, or cut by a length limit), the structured
 * value, a list of JSON strings, or a single message instead of a list. Entries that are not messages are skipped.
 */
export function decodeMessages(value: unknown, options: DecodeOptions = {}): Message[] {
  const parsed = typeof value === 'string' ? (attributeJson(value) ?? value) : value;
  const whole = typeof parsed === 'string' ? parseCutJson(parsed) : parsed;
  const entries = Array.isArray(whole) ? whole.map(attributeJson) : [whole];
  return records(entries).map((entry) => decodeMessage(entry, options));
}

function decodeMessage(entry: JsonRecord, options: DecodeOptions): Message {
  const name = filled(entry.name);
  const finishReason = filled(entry.finish_reason);
  const role = roleOf(entry);
  const sentParts = entry.parts ?? partsOfContent(entry);
  const parts = Array.isArray(sentParts)
    ? unfolded(sentParts.map(attributeJson), role).map((part, index) => decodePart(part, index, options))
    : decodeForeignMessage(entry, options);
  return {
    role,
    ...(name !== undefined && { name }),
    parts,
    ...(finishReason !== undefined && { finishReason }),
  };
}

function decodePart(source: unknown, index: number, options: DecodeOptions): Part {
  const part = isRecord(source) ? decodeOwnPart(source) : undefined;
  return part ?? decodeForeignPart(source, index, options);
}

function decodeMediaPart(part: JsonRecord): OtherPart | undefined {
  const media = decodeMedia(part);
  if (!media) return undefined;
  const durationMs = finite(part.duration_ms);
  const providerType = text(part.provider_type) ?? String(part.type);
  return { kind: 'other', providerType, ...(durationMs !== undefined && { durationMs }), media };
}

const FORMATS: readonly string[] = ['parsed', 'summary', 'think_tags', 'anthropic', 'details', 'manual'];

/** Parts with our own extra properties; undefined for all others. */
function decodeOwnPart(part: JsonRecord): Part | undefined {
  if (part.type === 'reasoning') return decodeOwnReasoning(part);
  const key = text(part.key);
  if (part.type === 'text' && key !== undefined && typeof part.content === 'string') {
    return { kind: 'text', key, text: part.content, ...flag(part, 'refusal'), ...agentOf(part), ...decodeSeal(part) };
  }
  if ('item_type' in part) return decodeOwnCall(part);
  return decodeMediaPart(part);
}

function decodeOwnReasoning(part: JsonRecord): Part | undefined {
  const key = text(part.key);
  const field = text(part.field);
  if (key === undefined || field === undefined || !FORMATS.includes(text(part.format) ?? '')) return undefined;
  const common = { key, format: part.format as ReasoningFormat, field, ...agentOf(part), ...decodeSeal(part) };
  if (part.redacted === true) return { kind: 'redacted', ...common };
  if (part.hidden === true)
    return { kind: 'hidden', encrypted: part.encrypted === true, ...flag(part, 'beside'), ...common };
  return { kind: 'reasoning', text: text(part.content) ?? '', ...common, ...flag(part, 'incomplete') };
}

const TOOL_TYPES: readonly string[] = ['function', 'server', 'mcp'];

function decodeOwnCall(part: JsonRecord): Part | undefined {
  const id = text(part.id);
  if (id === undefined) return undefined;
  const type = part.type === 'tool_call' ? 'function' : text(part.tool_type);
  const source = part.type === 'tool_call' ? part.arguments : record(part.server_tool_call).arguments;
  const namespace = text(part.namespace);
  const parentId = text(part.parent_id);
  return {
    kind: 'tool_call',
    id,
    ...(part.id_generated === true && { idGenerated: true }),
    name: text(part.name) ?? '',
    ...(namespace !== undefined && { namespace }),
    arguments: source === undefined ? {} : source,
    itemType: text(part.item_type) ?? '',
    type: TOOL_TYPES.includes(type ?? '') ? (type as ToolType) : 'server',
    ...(parentId !== undefined && { parentId }),
    ...flag(part, 'incomplete'),
    ...agentOf(part),
    ...decodeSeal(part),
  };
}

function flag<Name extends string>(part: JsonRecord, name: Name): { [Key in Name]?: true } {
  return (part[name] === true ? { [name]: true } : {}) as { [Key in Name]?: true };
}

function agentOf(part: JsonRecord): { agent?: string } {
  const agent = text(part.agent);
  return agent === undefined ? {} : { agent };
}

/** System instructions are parts without a role; some senders write plain text. */
export function encodeSystem(system: readonly string[]): string {
  return JSON.stringify(system.map((content) => ({ type: 'text', content })));
}

export function decodeSystem(value: unknown): string[] {
  const parsed = attributeJson(value);
  if (typeof parsed === 'string') return parsed.trim() === '' ? [] : [parsed];
  return (Array.isArray(parsed) ? list(parsed) : [parsed]).flatMap((entry) => {
    const part = record(attributeJson(entry));
    return (
      (typeof entry === 'string' && !isRecord(attributeJson(entry)) ? entry : text(part.content ?? part.text)) ?? []
    );
  });
}
