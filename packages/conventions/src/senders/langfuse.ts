/** Langfuse SDK: observations with input and output as JSON; the thinking is inside the output (otel-genai §5.1). */
import {
  anyInput,
  anyOutput,
  recordOf,
  responsesInput,
  responsesOutput,
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
import { dumpedMessages } from '../shared/langchain.ts';
import type { Convention } from '../convention.ts';

export const LANGFUSE: Convention = {
  name: 'langfuse',
  detects: ({ scope, has }) => scope === 'langfuse-sdk' || has('langfuse.observation.type'),
  messages: {
    input: ({ json }, options) => inputFrom(json('langfuse.observation.input'), options),
    output: ({ json }, options) => outputFrom(json('langfuse.observation.output'), options),
  },
};

/**
 * Spans of other senders that carry some Langfuse attributes, as its documentation recommends. Their own sender's
 * values win.
 */
export const LANGFUSE_BESIDE: Convention = {
  ...LANGFUSE,
  detects: (marks) => marks.prefixes.has('langfuse') && !LANGFUSE.detects(marks),
};

/** With the Responses API, the input comes without the request around it. */
function inputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesInput(value, options);
  if (items.length > 0) return items;
  const withoutTools = Array.isArray(value) ? value.filter((entry) => !isToolDefinition(entry)) : value;
  return isOfLangChain(withoutTools) ? dumpedMessages(withoutTools, options) : anyInput(withoutTools, options);
}

function outputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesOutput(value, options);
  if (items.length > 0) return items;
  return isOfLangChain(value) ? dumpedMessages(value, options) : anyOutput(value, options);
}

/** The LangChain handler puts the offered tools among the messages. */
function isToolDefinition(entry: unknown): boolean {
  const { role, tool_call_id: id, content } = recordOf(entry);
  return (
    role === 'tool' && id === undefined && typeof content === 'object' && content !== null && 'function' in content
  );
}

/** LangChain's calls have `args`, and no function around their name. */
function isOfLangChain(value: unknown): boolean {
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  const calls = messages.flatMap((message) => recordOf(message).tool_calls ?? []);
  return calls.some((call) => 'args' in recordOf(call));
}
