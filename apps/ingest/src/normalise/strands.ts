/** Strands Agents: generation A's events, with blocks of Bedrock Converse as JSON text in them; or an event of details for each attribute. */
import { decodeMessages, GEN_AI, type AttributedCall, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { SpanEvent } from '../otlp/wire.ts';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { toJsonObject } from '../otlp/json-value.ts';
import { attributeList, millisecondsOf, recordOf, toolOf } from './values.ts';

export const STRANDS: Dialect = {
  name: 'strands',
  detects: ({ scope }) => scope.startsWith('strands.telemetry'),
  facts,
};

function facts(reader: SpanReader): SpanFacts {
  const { span, read } = reader;
  const wait = millisecondsOf(read('gen_ai.server.time_to_first_token'), 1);
  return {
    kind: span.name === 'execute_event_loop_cycle' ? 'chain' : undefined,
    model: wait === undefined ? {} : { streaming: true, timeToFirstChunk: wait },
    input: (options) => [
      ...detailed(span.events, GEN_AI.inputMessages, options),
      ...span.events.flatMap((event) => asked(event, options)),
    ],
    output: (options) => [
      ...detailed(span.events, GEN_AI.outputMessages, options),
      ...span.events.flatMap((event) => answered(event, options)),
    ],
    execution: () => executionOf(span.events),
  };
}

const CHOICE = 'gen_ai.choice';
const TOOL = 'gen_ai.tool.message';
/** Results are what a user says there. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  [TOOL, 'tool'],
]);

function asked({ name, attributes }: SpanEvent, options: DecodeOptions): Message[] {
  const role = ROLES.get(name);
  return role === undefined ? [] : messageOf(role, toJsonObject(attributes).content, options);
}

function answered({ name, attributes }: SpanEvent, options: DecodeOptions): Message[] {
  if (name !== CHOICE) return [];
  const { message, finish_reason: reason } = toJsonObject(attributes);
  const finishReason = typeof reason === 'string' ? { finishReason: reason } : {};
  return messageOf('assistant', message, options).map((said) => ({ ...said, ...finishReason }));
}

function messageOf(role: string, content: unknown, options: DecodeOptions): Message[] {
  const blocks = attributeList(content);
  return blocks ? decodeMessages([{ role, content: blocks.map(blockOf) }], options) : [];
}

/** Converse names the kind of a block by its one field. */
function blockOf(value: unknown): unknown {
  const { text, toolUse, toolResult, reasoningContent } = recordOf(value);
  if (typeof text === 'string') return { type: 'text', text };
  if (toolUse !== undefined) return { type: 'tool_use', id: recordOf(toolUse).toolUseId, ...recordOf(toolUse) };
  if (toolResult !== undefined) {
    const { toolUseId, content, status } = recordOf(toolResult);
    return { type: 'tool_result', id: toolUseId, content: resultOf(content), is_error: status === 'error' };
  }
  if (reasoningContent === undefined) return value;
  const { reasoningText } = recordOf(reasoningContent);
  const { text: thinking, signature } = recordOf(reasoningText);
  return reasoningText === undefined ? { type: 'redacted_thinking' } : { type: 'thinking', thinking, signature };
}

/** One block of JSON or of text is the result that it holds. */
function resultOf(content: unknown): unknown {
  const [block, ...more] = attributeList(content) ?? [];
  const { json, text } = recordOf(block);
  return more.length === 0 ? (json ?? text ?? content) : content;
}

/** In its newest format: input, output and system prompt are events of their own, and parts have a type. */
function detailed(events: readonly SpanEvent[], attribute: string, options: DecodeOptions): Message[] {
  return decodeMessages(detailsOf(events, attribute), options);
}

function detailsOf(events: readonly SpanEvent[], attribute: string): Record<string, unknown>[] {
  const lists = events.flatMap(({ attributes }) => attributeList(toJsonObject(attributes)[attribute]) ?? []);
  return lists.map(recordOf).map((message) => ({ ...message, parts: attributeList(message.parts)?.map(partOf) ?? [] }));
}

function partOf(value: unknown): unknown {
  const part = recordOf(value);
  return part.type === 'reasoningContent' ? blockOf({ reasoningContent: part.content }) : value;
}

function executionOf(events: readonly SpanEvent[]): AttributedCall {
  const fields = (wanted: string) => toJsonObject(events.find(({ name }) => name === wanted)?.attributes ?? new Map());
  const first = (attribute: string) => recordOf(attributeList(detailsOf(events, attribute)[0]?.parts)?.[0]);
  return toolOf({
    arguments: fields(TOOL).content ?? first(GEN_AI.inputMessages).arguments,
    result: resultOf(fields(CHOICE).message ?? first(GEN_AI.outputMessages).response),
  });
}
