/**
 * Generation A of the GenAI conventions, and Semantic Kernel: messages as events of the span, each with fields of its own (otel-genai §1.5). As
 * log records they come one by one (log-records.ts). The details event of B and C has the attributes of the span.
 */
import {
  decodeMessages,
  inputMessages,
  outputMessages,
  type DecodeOptions,
  type Message,
  type SentMessages,
} from '@subtext/reasoning';
import { toJsonObject } from '../otlp/json-value.ts';
import type { SpanEvent } from '../otlp/wire.ts';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { blocksOrText, recordOf } from './values.ts';

export const GEN_AI_EVENTS: Dialect = {
  name: 'gen-ai-events',
  detects: ({ events }) => events.some((name) => name.startsWith('gen_ai.')),
  facts,
};

/** The event of B and C: the attributes of the span. */
export const DETAILS = 'gen_ai.client.inference.operation.details';

function facts({ span }: SpanReader): SpanFacts {
  const details = span.events.find(({ name }) => name === DETAILS);
  const fields = details ? toJsonObject(details.attributes) : {};
  const inDetails: SentMessages = { scope: span.scope.name, read: (name) => fields[name] };
  const events = span.events.filter(({ name }) => name.startsWith('gen_ai.') && name !== DETAILS).map(plainEvent);
  return {
    input: (options) => {
      const messages = inputMessages(inDetails, options);
      return messages.length > 0 ? messages : eventMessages(events, options).input;
    },
    output: (options) => {
      const messages = outputMessages(inDetails, options);
      return messages.length > 0 ? messages : eventMessages(events, options).output;
    },
  };
}

/** .NET puts the whole event into one attribute of JSON. */
function plainEvent({ name, attributes }: SpanEvent): Record<string, unknown> {
  const fields = toJsonObject(attributes);
  return { ...fields, ...recordOf(fields['gen_ai.event.content']), 'event.name': name };
}

const ROLES: ReadonlyMap<unknown, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

/** Events as plain records, in their order: what was asked, and what the model answered (`gen_ai.choice`). */
export function eventMessages(events: unknown, options: DecodeOptions): { input: Message[]; output: Message[] } {
  const input: Message[] = [];
  const output: Message[] = [];
  for (const event of Array.isArray(events) ? events.map(recordOf) : []) {
    const name = event['event.name'];
    const role = ROLES.get(name);
    if (role !== undefined) input.push(...decodeMessages([messageOf(event, role)], options));
    if (name === 'gen_ai.choice') output.push(...decodeMessages([choiceOf(event)], options));
    if (name === 'gen_ai.content.prompt') input.push(...textMessage(event['gen_ai.prompt'], 'user', options));
    if (name === 'gen_ai.content.completion') {
      output.push(...textMessage(event['gen_ai.completion'], 'assistant', options));
    }
  }
  return { input, output };
}

function messageOf(event: Record<string, unknown>, role: string): Record<string, unknown> {
  const { content, tool_calls: calls, id } = event;
  const said = typeof content === 'string' ? blocksOrText(content) : content;
  const called = calls === undefined ? {} : { tool_calls: callsOf(calls) };
  return { role, content: said, ...called, ...(role === 'tool' && { tool_call_id: id }) };
}

/** The calls stand beside the message or inside it. */
function choiceOf(event: Record<string, unknown>): Record<string, unknown> {
  const message = recordOf(event.message);
  const calls = event.tool_calls ?? message.tool_calls;
  const finishReason = event.finish_reason;
  return {
    ...messageOf(
      { content: message.content ?? event.content, ...(calls !== undefined && { tool_calls: calls }) },
      'assistant',
    ),
    ...(typeof finishReason === 'string' && { finish_reason: finishReason }),
  };
}

/** LiveKit sends a list of JSON texts. */
function callsOf(calls: unknown): unknown {
  return Array.isArray(calls) ? calls.map(recordOf) : recordOf(calls);
}

function textMessage(content: unknown, role: string, options: DecodeOptions): Message[] {
  return typeof content === 'string' ? decodeMessages([{ role, content: blocksOrText(content) }], options) : [];
}
