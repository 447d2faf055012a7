/**
 * LangSmith: whole inputs and outputs of LangChain runs as JSON; thinking is inside content blocks or beside them
 * (otel-genai §5.3).
 */
import type { DecodeOptions } from '../wire/message-foreign.ts';
import type { Message } from '../message.ts';
import { providerInput, providerOutput, recordOf } from '../wire/bodies.ts';
import { dumpedMessages, dumpedOutput } from './langchain.ts';
import type { Dialect } from './sent-span.ts';

export const LANGSMITH: Dialect = {
  name: 'langsmith',
  detects: ({ prefixes }) => prefixes.has('langsmith'),
  input: ({ json }, options) => inputOf(json('gen_ai.prompt'), options),
  output: ({ json }, options) => outputOf(json('gen_ai.completion'), options),
};

/**
 * The list of messages is written after the call, and by then most agents have appended the answer. So the input ends
 * with the last message that is not the model's.
 */
function inputOf(value: unknown, options: DecodeOptions): Message[] {
  const request = providerInput(value, options);
  const messages = request.length > 0 ? request : dumpedMessages(recordOf(value).messages, options);
  return messages.slice(0, messages.findLastIndex(({ role }) => role !== 'assistant') + 1);
}

function outputOf(value: unknown, options: DecodeOptions): Message[] {
  const answer = providerOutput(value, options);
  return answer.length > 0 ? answer : dumpedOutput(value, options);
}
