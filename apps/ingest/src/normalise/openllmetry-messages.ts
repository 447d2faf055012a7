/**
 * What is special in the messages of the newer packages of OpenLLMetry, beyond what `inputMessages` of packages/reasoning mends: a list of items
 * in the place of messages, and outputs that lose what later requests repeat.
 */
import {
  attributeJson,
  blocksOrText,
  GEN_AI,
  inputMessages,
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
import { sentBy, type SpanReader } from './dialect.ts';
import { isItemList, recordOf, responsesInput } from './values.ts';

export function newerInput(reader: SpanReader, options: DecodeOptions): Message[] {
  const items = itemsIn(reader.read(GEN_AI.inputMessages));
  return items ? responsesInput(items, options) : inputMessages(sentBy(reader), options);
}

/**
 * What outputs lose and later requests repeat: of the Responses API in JavaScript all but the words, of Google's streams all but the last chunk,
 * of LangChain the thinking.
 */
export function repeatedBy({ span, read }: SpanReader): 'calls' | 'thoughts' | undefined {
  const name = span.scope.name.replace(/^.*[./]instrumentation[.-]/, '');
  if (itemsIn(read(GEN_AI.inputMessages)) || name === 'google_generativeai') return 'calls';
  return name === 'langchain' ? 'thoughts' : undefined;
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
