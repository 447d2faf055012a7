/** Langfuse SDK: observations with input and output as JSON; the thinking hides inside the output (otel-genai §5.1). */
import type { DecodeOptions } from '../message-foreign.ts';
import type { Message } from '../message.ts';
import { anyInput, anyOutput, recordOf, responsesInput, responsesOutput } from './bodies.ts';
import { dumpedMessages } from './langchain.ts';
import type { Dialect } from './sent-span.ts';

export const LANGFUSE: Dialect = {
  name: 'langfuse',
  detects: ({ scope, has }) => scope === 'langfuse-sdk' || has('langfuse.observation.type'),
  input: ({ json }, options) => inputFrom(json('langfuse.observation.input'), options),
  output: ({ json }, options) => outputFrom(json('langfuse.observation.output'), options),
};

/** Spans of others that carry some of its attributes, as its documentation recommends: read after what their own senders say. */
export const LANGFUSE_BESIDE: Dialect = {
  ...LANGFUSE,
  detects: (marks) => marks.prefixes.has('langfuse') && !LANGFUSE.detects(marks),
};

/** Of the Responses API the input without the request around it. */
function inputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesInput(value, options);
  if (items.length > 0) return items;
  const said = Array.isArray(value) ? value.filter((entry) => !isToolDefinition(entry)) : value;
  return isOfLangChain(said) ? dumpedMessages(said, options) : anyInput(said, options);
}

function outputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesOutput(value, options);
  if (items.length > 0) return items;
  return isOfLangChain(value) ? dumpedMessages(value, options) : anyOutput(value, options);
}

/** The handler for LangChain puts the tools that are offered among the messages. */
function isToolDefinition(entry: unknown): boolean {
  const { role, tool_call_id: id, content } = recordOf(entry);
  return (
    role === 'tool' && id === undefined && typeof content === 'object' && content !== null && 'function' in content
  );
}

/** Calls have `args` there, and no function around their name. */
function isOfLangChain(value: unknown): boolean {
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  const calls = messages.flatMap((message) => recordOf(message).tool_calls ?? []);
  return calls.some((call) => 'args' in recordOf(call));
}
