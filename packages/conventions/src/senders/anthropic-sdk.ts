/**
 * The spans that `@anthropic-ai/sdk` and the Claude API create themselves: generation C with a few names of their own
 * (otel-genai §5.7).
 */
import { decodeMessages, GEN_AI, recordOf, type Message, type Part } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { toolOf } from '../shared/values.ts';

export const ANTHROPIC_SDK: Convention = {
  name: 'anthropic',
  detects: ({ scope }) => scope.startsWith('com.anthropic.'),
  readsGenAi: true,
  messages: {
    input: ({ read }, options) => decodeMessages(read(GEN_AI.inputMessages), options).map(withPlainResults),
  },
  facts: anthropicSdkFacts,
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

function anthropicSdkFacts({ read, text }: SpanReader): SpanFacts {
  return {
    context: { sessionId: text('anthropic.session.id') },
    model: { finishReason: text('anthropic.message.stop_reason') },
    execution: () =>
      toolOf({
        id: text('gen_ai.tool.call.id'),
        name: text('gen_ai.tool.name'),
        arguments: read('gen_ai.tool.call.arguments'),
        result: read('gen_ai.tool.call.result') ?? read('anthropic.tool_result.content'),
      }),
  };
}
