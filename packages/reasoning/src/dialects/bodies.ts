/** What several dialects write alike: bodies of providers, items of the Responses API, lists of messages. Used by the files of the dialects. */
import { attributeJson, toJson } from '../attributes.ts';
import { decodeMessages } from '../message-codec.ts';
import type { DecodeOptions } from '../message-foreign.ts';
import type { Message } from '../message.ts';
import type { ModelResponse } from '../model-response.ts';
import type { Part } from '../part.ts';
import { readResponse } from '../readers/index.ts';
import { record, type JsonRecord } from '../readers/json.ts';
import { readRequest } from '../readers/request.ts';
import { writtenJson } from '../readers/written-json.ts';
import { GEN_AI } from '../span-keys.ts';
import type { SentSpan } from './sent-span.ts';

/** The answer of a provider in its own format, as JSON text or value. null when no reader knows it. */
export function providerResponse(body: unknown, model: string | undefined): ModelResponse | null {
  if (body === undefined) return null;
  const text = typeof body === 'string' ? body : (writtenJson(body) ?? toJson(body));
  return readResponse({ body: text, requestModel: model ?? '' });
}

/** One message a choice. */
export function answerIn(response: ModelResponse | null, options: DecodeOptions): Message[] {
  if (!response) return [];
  const finishReason = response.finishReason === undefined ? {} : { finishReason: response.finishReason };
  const stable = stableIds(options);
  return response.choices.map(({ parts }) => ({ role: 'assistant', parts: parts.map(stable), ...finishReason }));
}

/** Both. Empty when no reader knows it. */
export function providerOutput(body: unknown, options: DecodeOptions): Message[] {
  return answerIn(providerResponse(body, options.model), options);
}

/** The request to a provider in its own format. Empty when no reader knows it. */
export function providerInput(body: unknown, options: DecodeOptions): Message[] {
  const messages = readRequest(body)?.messages ?? [];
  const stable = stableIds(options);
  return messages.map((message) => ({ ...message, parts: message.parts.map(stable) }));
}

/** An input that is the request of a provider, or whatever else a sender puts there. */
export function anyInput(value: unknown, options: DecodeOptions): Message[] {
  const request = providerInput(value, options);
  return request.length > 0 ? request : messagesOf(value, 'user', options);
}

/** An output that is the answer of a provider, or whatever else a sender puts there. */
export function anyOutput(value: unknown, options: DecodeOptions): Message[] {
  const answer = providerOutput(value, options);
  return answer.length > 0 ? answer : messagesOf(value, 'assistant', options);
}

/** The output of the Responses API without the response around it: a list of items, or its only one. Empty when it is none. */
export function responsesOutput(value: unknown, options: DecodeOptions): Message[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.some(isOutputItem) ? providerOutput({ object: 'response', output: items }, options) : [];
}

/** Anthropic's messages have the type of OpenAI's, and other blocks. */
function isOutputItem(value: unknown): boolean {
  const { type, content } = recordOf(value);
  const blocks: unknown[] = type === 'message' && Array.isArray(content) ? content : [];
  return isItem(value) || blocks.some((block) => OUTPUT_BLOCKS.has(recordOf(block).type));
}

const OUTPUT_BLOCKS: ReadonlySet<unknown> = new Set(['output_text', 'refusal']);
/** Of thoughts, of calls of functions, and of what the provider runs itself. A part of LangChain is a `tool_call`, and no item. */
const ITEM_TYPE =
  /^(?:reasoning|(?:function|custom_tool|mcp|web_search|file_search|computer|code_interpreter|image_generation|shell|local_shell|apply_patch)_call(?:_output)?)$/;

function isItem(value: unknown): boolean {
  const { type } = recordOf(value);
  return typeof type === 'string' && ITEM_TYPE.test(type);
}

/** The history of the Responses API without the request around it: a list of items. Empty when it is none. */
export function responsesInput(value: unknown, options: DecodeOptions): Message[] {
  return isItemList(value) ? providerInput({ input: value }, options) : [];
}

export function isItemList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some(isItem);
}

/** What senders call a thought that came without its wire field. The reader of the Responses API tells summaries and full thoughts apart itself. */
const ANY_THOUGHT: ReadonlySet<string> = new Set(['reasoning', 'thinking', 'text_reasoning', 'thought']);

/** Of senders that write every thought alike: those of OpenAI's Responses API are summaries, but of open models. */
export function withSummaries(messages: Message[], { text }: SentSpan, { model = '' }: DecodeOptions): Message[] {
  if (text(GEN_AI.responseId)?.startsWith('resp_') !== true || /gpt-oss/i.test(model)) return messages;
  const summarised = (part: Part): Part =>
    part.kind === 'reasoning' && part.format === 'parsed' && ANY_THOUGHT.has(part.field)
      ? { ...part, format: 'summary' }
      : part;
  return messages.map((message) => ({ ...message, parts: message.parts.map(summarised) }));
}

const THINKING: ReadonlySet<Part['kind']> = new Set(['reasoning', 'redacted', 'hidden']);

export function tellsOfThinking({ parts }: Message): boolean {
  return parts.some((part) => THINKING.has(part.kind));
}

/** Made-up ids must be the same when the span is read again, and results go with their calls. */
function stableIds({ generateId }: DecodeOptions): (part: Part) => Part {
  const given = new Map<string, string>();
  return (part) => {
    if (part.kind === 'tool_result') return { ...part, callId: given.get(part.callId) ?? part.callId };
    if (part.kind !== 'tool_call' || !part.idGenerated || !generateId) return part;
    const id = generateId();
    given.set(part.id, id);
    return { ...part, id };
  };
}

/** Whatever a sender put where messages belong: a list of them, one, `{ messages }`, or plain text of the given role. */
export function messagesOf(value: unknown, role: string, options: DecodeOptions): Message[] {
  const parsed = attributeJson(value);
  if (typeof parsed === 'string')
    return parsed.trim() === '' ? [] : [{ role, parts: [{ kind: 'text', key: '0', text: parsed }] }];
  if (typeof parsed !== 'object' || parsed === null) return [];
  const { messages } = recordOf(parsed);
  const source = Array.isArray(messages) ? messages : parsed;
  return decodeMessages(source, options).filter(({ parts }) => parts.length > 0);
}

/** A list, also as JSON text; undefined for what is none. */
export function attributeList(value: unknown): unknown[] | undefined {
  const parsed = attributeJson(value);
  return Array.isArray(parsed) ? parsed : undefined;
}

/** A record, also as JSON text; empty for what is none. */
export function recordOf(value: unknown): JsonRecord {
  return record(attributeJson(value));
}
