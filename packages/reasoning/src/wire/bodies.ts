/** What senders put into attributes in place of messages: bodies of providers, items of the Responses API, lists. */
import { attributeJson, toJson } from '../json/attributes.ts';
import { decodeMessages } from './message-codec.ts';
import type { DecodeOptions } from './message-foreign.ts';
import type { Message } from '../parts/message.ts';
import type { ModelResponse } from '../parts/model-response.ts';
import type { Part } from '../parts/part.ts';
import { readResponse } from '../readers/index.ts';
import { record, type JsonRecord } from '../json/json.ts';
import { readRequest } from '../readers/request.ts';
import { writtenJson } from '../json/written-json.ts';

/** A provider's response in its own format, as JSON text or value. null when no reader recognizes it. */
export function providerResponse(body: unknown, model: string | undefined): ModelResponse | null {
  if (body === undefined) return null;
  const text = typeof body === 'string' ? body : (writtenJson(body) ?? toJson(body));
  return readResponse({ body: text, requestModel: model ?? '' });
}

/** One message per choice. */
export function answerIn(response: ModelResponse | null, options: DecodeOptions): Message[] {
  if (!response) return [];
  const finishReason = response.finishReason === undefined ? {} : { finishReason: response.finishReason };
  const stable = stableIds(options);
  return response.choices.map(({ parts }) => ({ role: 'assistant', parts: parts.map(stable), ...finishReason }));
}

/** The output messages of a provider's response. Empty when no reader recognizes it. */
export function providerOutput(body: unknown, options: DecodeOptions): Message[] {
  return answerIn(providerResponse(body, options.model), options);
}

/** A provider's request in its own format. Empty when no reader recognizes it. */
export function providerInput(body: unknown, options: DecodeOptions): Message[] {
  const messages = readRequest(body)?.messages ?? [];
  const stable = stableIds(options);
  return messages.map((message) => ({ ...message, parts: message.parts.map(stable) }));
}

/** An input: a provider's request, or anything else a sender puts there. */
export function anyInput(value: unknown, options: DecodeOptions): Message[] {
  const request = providerInput(value, options);
  return request.length > 0 ? request : messagesOf(value, 'user', options);
}

/** An output: a provider's response, or anything else a sender puts there. */
export function anyOutput(value: unknown, options: DecodeOptions): Message[] {
  const answer = providerOutput(value, options);
  return answer.length > 0 ? answer : messagesOf(value, 'assistant', options);
}

/**
 * The output of the Responses API without the response around it: a list of items, or a single one. Empty when it is
 * neither.
 */
export function responsesOutput(value: unknown, options: DecodeOptions): Message[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.some(isOutputItem) ? providerOutput({ object: 'response', output: items }, options) : [];
}

/** Anthropic's messages have the same type as OpenAI's, but other blocks. */
function isOutputItem(value: unknown): boolean {
  const { type, content } = recordOf(value);
  const blocks: unknown[] = type === 'message' && Array.isArray(content) ? content : [];
  return isItem(value) || blocks.some((block) => OUTPUT_BLOCKS.has(recordOf(block).type));
}

const OUTPUT_BLOCKS: ReadonlySet<unknown> = new Set(['output_text', 'refusal']);
/**
 * Types of thoughts, function calls, and calls that the provider runs. A LangChain part is a `tool_call`, which is not
 * an item.
 */
const ITEM_TYPE =
  /^(?:reasoning|(?:function|custom_tool|mcp|web_search|file_search|computer|code_interpreter|image_generation|shell|local_shell|apply_patch)_call(?:_output)?)$/;

function isItem(value: unknown): boolean {
  const { type } = recordOf(value);
  return typeof type === 'string' && ITEM_TYPE.test(type);
}

/** The history of the Responses API without the request around it: a list of items. Empty when it is not one. */
export function responsesInput(value: unknown, options: DecodeOptions): Message[] {
  return isItemList(value) ? providerInput({ input: value }, options) : [];
}

export function isItemList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some(isItem);
}

const THINKING: ReadonlySet<Part['kind']> = new Set(['reasoning', 'redacted', 'hidden']);

export function hasThinking({ parts }: Message): boolean {
  return parts.some((part) => THINKING.has(part.kind));
}

/** Generated ids must be the same when the span is read again, and results must match their calls. */
function stableIds({ generateId }: DecodeOptions): (part: Part) => Part {
  const assignedIds = new Map<string, string>();
  return (part) => {
    if (part.kind === 'tool_result') return { ...part, callId: assignedIds.get(part.callId) ?? part.callId };
    if (part.kind !== 'tool_call' || !part.idGenerated || !generateId) return part;
    const id = generateId();
    assignedIds.set(part.id, id);
    return { ...part, id };
  };
}

/**
 * Reads anything a sender puts in place of messages: a list, a single message, `{ messages }`, or plain text with the
 * given role.
 */
export function messagesOf(value: unknown, role: string, options: DecodeOptions): Message[] {
  const parsed = attributeJson(value);
  if (typeof parsed === 'string')
    return parsed.trim() === '' ? [] : [{ role, parts: [{ kind: 'text', key: '0', text: parsed }] }];
  if (typeof parsed !== 'object' || parsed === null) return [];
  const { messages } = recordOf(parsed);
  const source = Array.isArray(messages) ? messages : parsed;
  return decodeMessages(source, options).filter(({ parts }) => parts.length > 0);
}

/** A list, also as JSON text; undefined for anything else. */
export function attributeList(value: unknown): unknown[] | undefined {
  const parsed = attributeJson(value);
  return Array.isArray(parsed) ? parsed : undefined;
}

/** A record, also as JSON text; empty for anything else. */
export function recordOf(value: unknown): JsonRecord {
  return record(attributeJson(value));
}
