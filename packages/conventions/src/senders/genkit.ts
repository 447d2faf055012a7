/**
 * Genkit (JavaScript, Go, Python): every action with its input and output as JSON. In its messages, the part's only
 * field names its kind.
 */
import { decodeMessages, recordOf, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const GENKIT: Convention = {
  name: 'genkit',
  detects: ({ scope, has }) => scope === 'genkit-tracer' || has('genkit:type') || has('genkit:name'),
  messages: {
    input: ({ json }, options) => messagesFrom(recordOf(json('genkit:input')).messages, options),
    output: ({ json }, options) => {
      const { message, candidates, finishReason } = recordOf(json('genkit:output'));
      // Before version 1 an answer had candidates.
      const choices: unknown[] = message === undefined && Array.isArray(candidates) ? candidates : [{ message }];
      return messagesFrom(
        choices.map((choice) => ({ finishReason, ...recordOf(choice) })).flatMap(messageOfChoice),
        options,
      );
    },
  },
};

function messageOfChoice({ message, finishReason }: Record<string, unknown>): unknown[] {
  return message === undefined ? [] : [{ ...recordOf(message), finish_reason: finishReason }];
}

function messagesFrom(value: unknown, options: DecodeOptions): Message[] {
  const messages: unknown[] = Array.isArray(value) ? value : [];
  return decodeMessages(
    messages.map(recordOf).map(({ content, ...message }) => ({ ...message, parts: partsOf(content) })),
    options,
  );
}

function partsOf(content: unknown): unknown[] {
  return Array.isArray(content) ? content.map(partOf) : [];
}

function partOf(value: unknown): unknown {
  const { text, reasoning, toolRequest, toolResponse, metadata } = recordOf(value);
  const signature = recordOf(metadata).thoughtSignature;
  const seal = typeof signature === 'string' ? { signature } : {};
  if (typeof reasoning === 'string') return { type: 'reasoning', content: reasoning, ...seal };
  if (typeof text === 'string') return { type: 'text', content: text };
  if (toolRequest !== undefined) {
    const { ref, name, input } = recordOf(toolRequest);
    return { type: 'tool_call', id: ref, name, arguments: input };
  }
  if (toolResponse === undefined) return { type: 'media' };
  const { ref, name, output } = recordOf(toolResponse);
  // Models that assign no ids to calls are answered by name.
  return { type: 'tool_call_response', id: ref ?? name, response: output };
}
