/**
 * LangSmith: whole inputs and outputs of LangChain runs as JSON; thinking is inside content blocks or beside them
 * (otel-genai §5.3).
 */
import { providerInput, providerOutput, recordOf, type DecodeOptions, type Message } from '@subtext/reasoning';
import { dumpedMessages, dumpedOutput } from '../shared/langchain.ts';
import type { Convention } from '../convention.ts';

export const LANGSMITH: Convention = {
  name: 'langsmith',
  detects: ({ prefixes }) => prefixes.has('langsmith'),
  messages: {
    input: ({ json }, options) => inputOf(json('gen_ai.prompt'), options),
    output: ({ json }, options) => outputOf(json('gen_ai.completion'), options),
  },
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
