/** The spans that `@anthropic-ai/sdk` and the Claude API make themselves: generation C with a few names of their own (otel-genai §5.7). */
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { decodeMessages, GEN_AI, type Message, type Part } from '@subtext/reasoning';
import { recordOf, toolOf } from './values.ts';

export const ANTHROPIC_SDK: Dialect = {
  name: 'anthropic',
  detects: ({ scope }) => scope.startsWith('com.anthropic.'),
  facts,
};

function facts({ read, text }: SpanReader): SpanFacts {
  return {
    context: { sessionId: text('anthropic.session.id') },
    model: { finishReason: text('anthropic.message.stop_reason') },
    input: (options) => decodeMessages(read(GEN_AI.inputMessages), options).map(withPlainResults),
    execution: () =>
      toolOf({
        id: text('gen_ai.tool.call.id'),
        name: text('gen_ai.tool.name'),
        arguments: read('gen_ai.tool.call.arguments'),
        result: read('gen_ai.tool.call.result') ?? read('anthropic.tool_result.content'),
      }),
  };
}

/** The SDK writes a result that was given as text as a list of one block of text. */
function withPlainResults(message: Message): Message {
  return { ...message, parts: message.parts.map(plainResult) };
}

function plainResult(part: Part): Part {
  if (part.kind !== 'tool_result' || !Array.isArray(part.result) || part.result.length !== 1) return part;
  const { type, text } = recordOf(part.result[0]);
  return type === 'text' && typeof text === 'string' ? { ...part, result: text } : part;
}
