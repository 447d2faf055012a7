/**
 * OpenClaw: the GenAI conventions, with a summary of each whole run beside its requests (`openclaw.model.usage`). The
 * summary is not part of the requests' tree, so it cannot be recognized as a repetition there: it is not counted.
 */
import { decodeMessages, type DecodeOptions, type SpanKind } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { millisecondsOf, usageOf } from '../shared/values.ts';
import type { Convention } from '../convention.ts';

export const OPENCLAW: Convention = {
  name: 'openclaw',
  detects: ({ span, prefixes }) => span.startsWith('openclaw.') || prefixes.has('openclaw'),
  facts: openclawFacts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['openclaw.model.usage', 'span'],
  ['openclaw.run', 'agent'],
  ['openclaw.harness.run', 'chain'],
  ['openclaw.message.processed', 'chain'],
]);

function openclawFacts({ span, read, text }: SpanReader): SpanFacts {
  const agentName = text('openclaw.agent');
  const asked = span.name === 'openclaw.message.processed' ? text('input.value') : undefined;
  return {
    kind: KINDS.get(span.name),
    context: { agentName: agentName === 'unknown' ? undefined : agentName },
    model: { timeToFirstChunk: millisecondsOf(read('openclaw.model_call.time_to_first_byte_ms'), 1) },
    usage: usageOf({ reasoning: read('openclaw.model_call.usage.reasoning_output_tokens') }),
    ...(asked !== undefined && {
      asked: (options: DecodeOptions) => decodeMessages([{ role: 'user', content: asked }], options),
    }),
  };
}
