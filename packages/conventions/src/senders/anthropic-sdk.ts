/**
 * The spans that `@anthropic-ai/sdk` and the Claude API create themselves: generation C with a few names of their own
 * (otel-genai §5.7).
 */
import { decodeMessages, GEN_AI, recordOf, type Message, type Part } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const ANTHROPIC_SDK: Convention = {
  name: 'anthropic',
  detects: ({ scope }) => scope.startsWith('com.anthropic.'),
  readsGenAi: true,
  messages: {
    input: ({ read }, options) => decodeMessages(read(GEN_AI.inputMessages), options).map(withPlainResults),
  },
};

/** The SDK writes a result given as text as a list with one text block. */
function withPlainResults(message: Message): Message {
  return { ...message, parts: message.parts.map(plainResult) };
}

function plainResult(part: Part): Part {
  if (part.kind !== 'tool_result' || !Array.isArray(part.result) || part.result.length !== 1) return part;
  const { type, text } = recordOf(part.result[0]);
  return type === 'text' && typeof text === 'string' ? { ...part, result: text } : part;
}
