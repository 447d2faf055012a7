/** Strands Agents: generation A's events, with blocks of Bedrock Converse as JSON text in them; or an event of details for each attribute. */
import {
  converseResult,
  decodeMessages,
  GEN_AI,
  type AttributedCall,
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
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
    // The events of generation A are read by gen-ai-events.ts.
    input: (options) => detailed(span.events, GEN_AI.inputMessages, options),
    output: (options) => detailed(span.events, GEN_AI.outputMessages, options),
    execution: () => executionOf(span.events),
  };
}

const CHOICE = 'gen_ai.choice';
const TOOL = 'gen_ai.tool.message';

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
  return part.type === 'reasoningContent' ? { reasoningContent: part.content } : value;
}

function executionOf(events: readonly SpanEvent[]): AttributedCall {
  const fields = (wanted: string) => toJsonObject(events.find(({ name }) => name === wanted)?.attributes ?? new Map());
  const first = (attribute: string) => recordOf(attributeList(detailsOf(events, attribute)[0]?.parts)?.[0]);
  return toolOf({
    arguments: fields(TOOL).content ?? first(GEN_AI.inputMessages).arguments,
    result: converseResult(fields(CHOICE).message ?? first(GEN_AI.outputMessages).response),
  });
}
