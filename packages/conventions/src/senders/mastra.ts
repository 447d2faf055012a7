/**
 * Mastra's exporter: semconv names with JSON text in unusual places, and messages whose thinking is left unconverted
 * (otel-genai §5.11).
 */
import {
  decodeMessages,
  GEN_AI,
  messagesOf,
  providerOutput,
  recordOf,
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const MASTRA: Convention = {
  name: 'mastra',
  detects: ({ prefixes }) => prefixes.has('mastra'),
  messages: {
    // The converted output keeps only the text when there is one; the span's own output has the thinking and the calls.
    output: ({ read, text, json }, options) => {
      const own = messagesOf(json(`mastra.${text('mastra.span.type') ?? ''}.output`), 'assistant', options);
      return own.some(({ parts }) => parts.some((part) => part.kind !== 'text'))
        ? own
        : decodeMessages(read(GEN_AI.outputMessages), options);
    },
  },
};

/** The input of an agent run: text, one message or several. Newer versions report it nowhere else. */
export function mastraRunInput({ read }: SentSpan, options: DecodeOptions): Message[] {
  return messagesOf(read('mastra.agent_run.input'), 'user', options);
}

/**
 * The inner span of the model call has the text and the usage; the step has the calls and, without streaming, the
 * provider's own body.
 */
export function answerOfMastraStep({ json }: SentSpan, options: DecodeOptions): Message[] {
  const whole = providerOutput(json('mastra.metadata.body'), options);
  if (whole.length > 0) return whole;
  const { reasoning, reasoningText, text, toolCalls } = recordOf(json('mastra.model_step.output'));
  const thought = [reasoningText, reasoning].find((candidate) => typeof candidate === 'string' && candidate !== '');
  const calls = Array.isArray(toolCalls) ? toolCalls.map(recordOf) : [];
  const parts = [
    ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
    ...(typeof text === 'string' && text !== '' ? [{ type: 'text', content: text }] : []),
    ...calls.map(({ toolCallId: id, toolName: name, args, input }) => ({
      type: 'tool_call',
      id,
      name,
      arguments: args ?? input,
    })),
  ];
  return decodeMessages([{ role: 'assistant', parts }], options);
}
