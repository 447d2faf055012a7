/**
 * Spans with the OpenTelemetry GenAI semantic conventions as attributes, and those of our own SDK, which follow the
 * conventions exactly.
 */
import {
  anyInput,
  anyOutput,
  decodeMessages,
  GEN_AI,
  inputMessages,
  outputMessages,
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const GEN_AI_CONVENTION: Convention = {
  name: 'gen-ai',
  detects: ({ prefixes }) => prefixes.has('gen_ai'),
  messages: {
    input: (sent, options) => {
      const messages = inputMessages(sent, options);
      return messages.length > 0
        ? messages
        : anyInput(wholeIn(sent, ['gen_ai.prompt', 'gen_ai.request.messages', 'input.value']), options);
    },
    output: (sent, options) => {
      const messages = outputMessages(sent, options);
      if (messages.length > 0) return messages;
      const separateAnswer = answerApart(sent, options);
      return separateAnswer.length > 0
        ? separateAnswer
        : anyOutput(wholeIn(sent, ['gen_ai.completion', 'output.value']), options);
    },
  },
};

/** Sentry writes the text and the calls of an answer to separate attributes. */
function answerApart({ text, json }: SentSpan, options: DecodeOptions): Message[] {
  const content = text('gen_ai.response.text');
  const calls = json('gen_ai.response.tool_calls');
  if (content === undefined && !Array.isArray(calls)) return [];
  return decodeMessages([{ role: 'assistant', content, tool_calls: calls }], options);
}

/**
 * Attributes that held the whole input or output before the conventions had names for messages: a body, messages, or
 * text.
 */
const wholeIn = ({ json }: SentSpan, names: readonly string[]): unknown =>
  names.map(json).find((value) => value !== undefined);

/** The newest conventions, with reasoning attributed before it was sent. */
export const SUBTEXT_SDK: Convention = {
  name: 'subtext',
  detects: ({ prefixes, scope }) => prefixes.has('subtext') || scope === '@subtext/sdk',
  messages: {
    input: ({ read }, options) => decodeMessages(read(GEN_AI.inputMessages), options),
    output: ({ read }, options) => decodeMessages(read(GEN_AI.outputMessages), options),
  },
};
