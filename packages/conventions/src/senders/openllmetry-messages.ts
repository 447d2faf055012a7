/**
 * Special cases in the messages of OpenLLMetry's newer packages that `inputMessages` does not handle: a list of items
 * in place of messages, and outputs that lose what later requests repeat.
 */
import {
  attributeJson,
  blocksOrText,
  GEN_AI,
  inputMessages,
  isItemList,
  providerInput,
  recordOf,
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
import type { SentSpan } from '../sent-span.ts';

export function newerInput(sent: SentSpan, options: DecodeOptions): Message[] {
  const items = itemsIn(sent.read(GEN_AI.inputMessages));
  return items ? providerInput({ input: items }, options) : inputMessages(sent, options);
}

/**
 * What outputs lose and later requests repeat: the Responses API in JavaScript loses all but the text, Google's streams
 * lose all but the last chunk, LangChain loses the thinking.
 */
export function repeatedBy({ scope, read }: SentSpan): 'calls' | 'thoughts' | undefined {
  const name = scope.replace(/^.*[./]instrumentation[.-]/, '');
  if (itemsIn(read(GEN_AI.inputMessages)) || name === 'google_generativeai') return 'calls';
  return name === 'langchain' ? 'thoughts' : undefined;
}

/** The JavaScript wrapper of the Responses API writes the list of items, as JSON, into the text of one message. */
function itemsIn(messages: unknown): unknown {
  const parsed = attributeJson(messages);
  const [message] = Array.isArray(parsed) && parsed.length === 1 ? (parsed as unknown[]) : [];
  const { parts } = recordOf(message);
  const [part] = Array.isArray(parts) && parts.length === 1 ? (parts as unknown[]) : [];
  const { content } = recordOf(part);
  const list = typeof content === 'string' ? blocksOrText(content) : undefined;
  return isItemList(list) || isHistory(list) ? list : undefined;
}

/** A first request has no items yet: it lists messages, each with its role. */
function isHistory(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.map(recordOf).every(({ role, content }) => ROLES.has(role) && isContent(content));
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant']);
const isContent = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value);
