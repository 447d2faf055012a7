/**
 * What OpenInference puts into `input.value` and `output.value`: bodies of providers, lists of messages, LangChain
 * dumps.
 */
import {
  answerIn,
  decodeMessages,
  providerInput,
  providerResponse,
  recordOf,
  responsesInput,
  type DecodeOptions,
  type Message,
  type ModelResponse,
  type Part,
} from '@subtext/reasoning';
import { dumpedMessages, dumpedOutput } from '../shared/langchain.ts';
import type { SentSpan } from '../sent-span.ts';

type Json = SentSpan['json'];

/** The id that the OpenAI Agents SDK assigns to a response it builds itself from a Chat Completions stream. */
const NO_ID = '__fake_id__';

/** null when no reader recognizes it. The OpenAI Agents SDK writes a list with the one response. */
export function responseIn({ read, json }: SentSpan, model: string | undefined): ModelResponse | null {
  const response = providerResponse(read('output.value'), model) ?? onlyResponse(json('output.value'), model);
  if (response?.id !== NO_ID) return response;
  const { id: _made, usage, choices, ...rest } = response;
  // Its sums have a 0 for counts that were not reported.
  const { reasoning, reasoningSource: _source, ...counted } = usage ?? {};
  return {
    ...rest,
    choices: choices.map(({ index, parts }) => ({ index, parts: parts.map(inFull) })),
    ...(usage && { usage: reasoning === 0 ? counted : usage }),
  };
}

/** Hosts of Chat Completions that send thinking send all of it; the SDK calls it a summary. */
const inFull = (part: Part): Part => (part.kind === 'reasoning' ? { ...part, format: 'parsed' } : part);

function onlyResponse(value: unknown, model: string | undefined): ModelResponse | null {
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  return recordOf(only).object === 'response' && more.length === 0 ? providerResponse(only, model) : null;
}

/**
 * Marks the merged chunks of a stream as the Python package writes them: only the last piece of `reasoning_content` is
 * left.
 */
const OF_PIECES = /"object":\s*"chat\.completion\.chunk"/;

export function answerOf({ read }: SentSpan, response: ModelResponse, options: DecodeOptions): Message[] {
  const messages = answerIn(response, options);
  const body = read('output.value');
  if (typeof body !== 'string' || !OF_PIECES.test(body)) return messages;
  return messages.map((message) => ({ ...message, parts: message.parts.map(withoutPiece) }));
}

function withoutPiece(part: Part): Part {
  if (part.kind !== 'reasoning') return part;
  const { key, format, field } = part;
  return { kind: 'hidden', key, encrypted: false, format, field };
}

/** Values that are not a provider's body: a list of messages, or a LangChain dump. */
export function unwrappedMessages(json: Json, options: DecodeOptions): Message[] {
  const value = json('output.value');
  if (isListOfMessages(value)) return decodeMessages(value, options);
  return 'generations' in recordOf(value) ? dumpedOutput(value, options) : [];
}

/** A provider's whole request, or else the part that the sender kept: its messages. */
export function requestIn(json: Json, options: DecodeOptions): { whole: Message[]; part: Message[] } {
  const value = itemsOfResponses(json('input.value'));
  const whole = providerInput(value, options);
  return { whole, part: whole.length > 0 ? [] : messagesIn(value, options) };
}

/** The items of the OpenAI Agents SDK for JavaScript, as the Responses API has them. Other values stay as they are. */
function itemsOfResponses(value: unknown): unknown {
  if (!Array.isArray(value) || !value.some((item) => typeof recordOf(item).callId === 'string')) return value;
  return value.map((item: unknown) => {
    const { callId, type, output, content, ...others } = recordOf(item);
    if (type === 'function_call_result')
      return { ...others, type: 'function_call_output', call_id: callId, output: recordOf(output).text ?? output };
    if (type === 'function_call') return { ...others, type, call_id: callId };
    return type === 'reasoning' ? { ...others, type, ...thoughtsOf(content) } : item;
  });
}

/** Summaries are contents there, marked in what the provider sent. */
function thoughtsOf(content: unknown): { summary: unknown[]; content: unknown[] } {
  const texts = Array.isArray(content) ? content.map(recordOf) : [];
  const isSummary = ({ providerData }: Record<string, unknown>) => recordOf(providerData).type === 'summary_text';
  return {
    summary: texts.filter(isSummary).map(({ text }) => ({ type: 'summary_text', text })),
    content: texts.filter((text) => !isSummary(text)).map(({ text }) => ({ type: 'reasoning_text', text })),
  };
}

function messagesIn(value: unknown, options: DecodeOptions): Message[] {
  if (isListOfMessages(value)) return decodeMessages(value, options);
  const items = responsesInput(value, options);
  if (items.length > 0) return items;
  const { messages } = recordOf(value);
  return Array.isArray(messages) ? dumpedMessages(messages, options) : [];
}

function isListOfMessages(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => typeof recordOf(entry).role === 'string');
}
