/** Mastra's exporter: semconv names with JSON texts in odd places, messages with thinking left unconverted (otel-genai §5.11). */
import { decodeMessages } from '../message-codec.ts';
import type { DecodeOptions } from '../message-foreign.ts';
import type { Message } from '../message.ts';
import { GEN_AI } from '../span-keys.ts';
import { messagesOf, providerOutput, recordOf } from './bodies.ts';
import type { Dialect, SentSpan } from './sent-span.ts';

export const MASTRA: Dialect = {
  name: 'mastra',
  detects: ({ prefixes }) => prefixes.has('mastra'),
  // The converted output keeps only the text where it has one; the span's own has the thinking and the calls.
  output: ({ read, text, json }, options) => {
    const own = messagesOf(json(`mastra.${text('mastra.span.type') ?? ''}.output`), 'assistant', options);
    return own.some(({ parts }) => parts.some((part) => part.kind !== 'text'))
      ? own
      : decodeMessages(read(GEN_AI.outputMessages), options);
  },
};

/** What the run of an agent was given: words, a message or several. Newer versions tell it nowhere else. */
export function askedOfMastraRun({ read }: SentSpan, options: DecodeOptions): Message[] {
  return messagesOf(read('mastra.agent_run.input'), 'user', options);
}

/** The span of the model call inside has the words and the figures; the step has the calls and, when nothing was streamed, the provider's own body. */
export function answerOfMastraStep({ json }: SentSpan, options: DecodeOptions): Message[] {
  const whole = providerOutput(json('mastra.metadata.body'), options);
  if (whole.length > 0) return whole;
  const { reasoning, reasoningText, text, toolCalls } = recordOf(json('mastra.model_step.output'));
  const thought = [reasoningText, reasoning].find((said) => typeof said === 'string' && said !== '');
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
