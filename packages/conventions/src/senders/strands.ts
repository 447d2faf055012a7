/**
 * Strands Agents: generation A's events with Bedrock Converse blocks as JSON text, or one details event per attribute.
 */
import {
  attributeList,
  converseResult,
  decodeMessages,
  GEN_AI,
  recordOf,
  type AttributedCall,
  type JsonRecord,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentEvent } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { millisecondsOf, toolOf } from '../shared/values.ts';

export const STRANDS: Convention = {
  name: 'strands',
  detects: ({ scope }) => scope.startsWith('strands.telemetry'),
  messages: {
    // gen-ai-events.ts reads the events of generation A.
    input: ({ events }, options) => decodeMessages(strandsDetails(events, GEN_AI.inputMessages), options),
    output: ({ events }, options) => decodeMessages(strandsDetails(events, GEN_AI.outputMessages), options),
  },
  facts: strandsFacts,
};

/** The newest format: input, output and system prompt are separate events, and parts have a type. */
function strandsDetails(events: readonly SentEvent[], attribute: string): JsonRecord[] {
  const lists = events.flatMap(({ fields }) => attributeList(fields()[attribute]) ?? []);
  return lists.map(recordOf).map((message) => ({ ...message, parts: attributeList(message.parts)?.map(partOf) ?? [] }));
}

function partOf(value: unknown): unknown {
  const part = recordOf(value);
  return part.type === 'reasoningContent' ? { reasoningContent: part.content } : value;
}

function strandsFacts({ span, read, events }: SpanReader): SpanFacts {
  const wait = millisecondsOf(read('gen_ai.server.time_to_first_token'), 1);
  return {
    kind: span.name === 'execute_event_loop_cycle' ? 'chain' : undefined,
    model: wait === undefined ? {} : { streaming: true, timeToFirstChunk: wait },
    execution: () => executionOf(events),
  };
}

const CHOICE = 'gen_ai.choice';
const TOOL = 'gen_ai.tool.message';

function executionOf(events: SpanReader['events']): AttributedCall {
  const fields = (wanted: string) => events.find(({ name }) => name === wanted)?.fields() ?? {};
  const first = (attribute: string) => recordOf(attributeList(strandsDetails(events, attribute)[0]?.parts)?.[0]);
  return toolOf({
    arguments: fields(TOOL).content ?? first(GEN_AI.inputMessages).arguments,
    result: converseResult(fields(CHOICE).message ?? first(GEN_AI.outputMessages).response),
  });
}
