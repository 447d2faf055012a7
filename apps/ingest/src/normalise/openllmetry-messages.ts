/**
 * Messages of the newer packages of OpenLLMetry, in the form of the GenAI conventions. What each package does in its own way is mended here; by
 * its scope, `opentelemetry.instrumentation.<package>`.
 */
import { attributeJson, decodeMessages, GEN_AI, type DecodeOptions, type Message, type Part } from '@subtext/reasoning';
import type { SpanReader } from './dialect.ts';
import { blocksOrText, isItemList, recordOf, responsesInput, thinkingFirst, turnsTogether } from './values.ts';

type Said = Pick<SpanReader, 'span' | 'read'>;

const packageOf = ({ span }: Said): string => span.scope.name.replace(/^.*[./]instrumentation[.-]/, '');
const isOpenai = (said: Said): boolean => /^openai(?:\.v\d)?$/.test(packageOf(said));
/** A message for each item of a response. */
const isAgents = (said: Said): boolean => packageOf(said) === 'openai_agents';

export function newerInput(said: Said, options: DecodeOptions): Message[] {
  const items = itemsIn(said.read(GEN_AI.inputMessages));
  if (items) return responsesInput(items, options);
  const messages = decodeMessages(said.read(GEN_AI.inputMessages), options);
  if (packageOf(said) === 'langchain') return messages.map(withoutItemsAsText);
  return isOpenai(said) ? resultOfItem(messages) : messages;
}

/** The chat wrapper of OpenAI writes the thinking behind the text. */
export function newerOutput(said: Said, options: DecodeOptions): Message[] {
  const messages = decodeMessages(said.read(GEN_AI.outputMessages), options);
  if (isAgents(said)) return turnsTogether(messages);
  return isOpenai(said) ? thinkingFirst(messages) : messages;
}

export function newerFinishReason(said: Said): string | undefined {
  const reasons = said.read(GEN_AI.finishReasons);
  const last: unknown = isAgents(said) && Array.isArray(reasons) ? reasons.at(-1) : undefined;
  return typeof last === 'string' && last !== '' ? last : undefined;
}

/**
 * What outputs lose and later requests repeat: of the Responses API in JavaScript all but the words, of Google's streams all but the last chunk,
 * of LangChain the thinking.
 */
export function repeatedBy(said: Said): 'calls' | 'thoughts' | undefined {
  if (itemsIn(said.read(GEN_AI.inputMessages)) || packageOf(said) === 'google_generativeai') return 'calls';
  return packageOf(said) === 'langchain' ? 'thoughts' : undefined;
}

/** The wrapper of the Responses API in JavaScript writes the list of items, as JSON, into the text of one message. */
function itemsIn(messages: unknown): unknown {
  const parsed = attributeJson(messages);
  const [message] = Array.isArray(parsed) && parsed.length === 1 ? (parsed as unknown[]) : [];
  const { parts } = recordOf(message);
  const [part] = Array.isArray(parts) && parts.length === 1 ? (parts as unknown[]) : [];
  const { content } = recordOf(part);
  const list = typeof content === 'string' ? blocksOrText(content) : undefined;
  return isItemList(list) ? list : undefined;
}

const CALL_ITEMS: ReadonlySet<unknown> = new Set(['function_call', 'tool_use']);

/** LangChain's blocks of calls stand there once more, as the JSON text of a part. */
function withoutItemsAsText(message: Message): Message {
  const parts = message.parts.filter(
    (part) => part.kind !== 'text' || !part.text.startsWith('{') || !CALL_ITEMS.has(recordOf(part.text).type),
  );
  return parts.length === message.parts.length ? message : { ...message, parts };
}

const ITEM_ID = /^fc_/;

/**
 * The wrapper of the Responses API in Python calls a call by its item (`fc_…`) and its result by the call (`call_…`), so that no id joins them.
 * Where the last turn has one call and one result, they are each other's; of several nobody knows whose is which.
 */
function resultOfItem(messages: Message[]): Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const first = messages.slice(0, Math.max(last, 0)).findLastIndex(({ role }) => role !== 'assistant') + 1;
  const calls = messages.slice(first, last + 1).flatMap(({ parts }) => parts.flatMap(callIdOf));
  const results = messages.slice(last + 1).flatMap(({ parts }) => parts.flatMap(resultIdOf));
  const [call, result] = [calls[0], results[0]];
  const isClear = calls.length === 1 && results.length === 1 && ITEM_ID.test(call ?? '') && !ITEM_ID.test(result ?? '');
  if (call === undefined || !isClear) return messages;
  const rename = (part: Part): Part => (part.kind === 'tool_result' ? { ...part, callId: call } : part);
  return messages.map((message, index) => (index > last ? { ...message, parts: message.parts.map(rename) } : message));
}

const callIdOf = (part: Part): string[] => (part.kind === 'tool_call' ? [part.id] : []);
const resultIdOf = (part: Part): string[] => (part.kind === 'tool_result' ? [part.callId] : []);
