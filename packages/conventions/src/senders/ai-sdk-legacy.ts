/** Vercel AI SDK 4 to 6, and `LegacyOpenTelemetry` of 7 (otel-genai §4). */
import { decodeMessages, parseCutJson, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const AI_SDK_LEGACY: Convention = {
  name: 'ai-sdk',
  detects: ({ scope, has }) => scope === 'ai' || has('ai.operationId'),
  messages: {
    input: ({ read }, options) => decodeMessages(read('ai.prompt.messages'), options),
    output: outputOf,
  },
};

/** The parts come in separate attributes, so their order is lost. Thoughts go first. */
function outputOf({ text, json }: SentSpan, options: DecodeOptions): Message[] {
  const thought = text('ai.response.reasoning', 'ai.response.reasoningText');
  // Structured answers have only the object.
  const answer = text('ai.response.text', 'ai.response.object');
  const toolCalls = json('ai.response.toolCalls');
  const calls = typeof toolCalls === 'string' ? parseCutJson(toolCalls) : toolCalls;
  const parts: unknown[] = [
    ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
    ...(answer === undefined ? [] : [{ type: 'text', content: answer }]),
    ...(Array.isArray(calls) ? calls.map((call: unknown) => ({ ...(call as object), type: 'tool-call' })) : []),
  ];
  return parts.length === 0 ? [] : decodeMessages([{ role: 'assistant', parts }], options);
}
