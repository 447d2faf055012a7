/**
 * Strands Agents: generation A's events with Bedrock Converse blocks as JSON text, or one details event per attribute.
 */
import { attributeList, decodeMessages, GEN_AI, recordOf, type JsonRecord } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentEvent } from '../sent-span.ts';

export const STRANDS: Convention = {
  name: 'strands',
  detects: ({ scope }) => scope.startsWith('strands.telemetry'),
  messages: {
    // gen-ai-events.ts reads the events of generation A.
    input: ({ events }, options) => decodeMessages(strandsDetails(events, GEN_AI.inputMessages), options),
    output: ({ events }, options) => decodeMessages(strandsDetails(events, GEN_AI.outputMessages), options),
  },
};

/** The newest format: input, output and system prompt are separate events, and parts have a type. */
export function strandsDetails(events: readonly SentEvent[], attribute: string): JsonRecord[] {
  const lists = events.flatMap(({ fields }) => attributeList(fields()[attribute]) ?? []);
  return lists.map(recordOf).map((message) => ({ ...message, parts: attributeList(message.parts)?.map(partOf) ?? [] }));
}

function partOf(value: unknown): unknown {
  const part = recordOf(value);
  return part.type === 'reasoningContent' ? { reasoningContent: part.content } : value;
}
