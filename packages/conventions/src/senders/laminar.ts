/** Laminar: semconv names with underscores in the token counts; input and output as JSON (otel-genai §5.5). */
import { anyOutput, messagesOf, type SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { listOf, toolOf, usageOf } from '../shared/values.ts';

export const LAMINAR: Convention = {
  name: 'laminar',
  detects: ({ prefixes }) => prefixes.has('lmnr'),
  messages: {
    input: ({ json }, options) => messagesOf(json('lmnr.span.input'), 'user', options),
    output: ({ json }, options) => anyOutput(json('lmnr.span.output'), options),
  },
  facts: laminarFacts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['LLM', 'generation'],
  ['CACHED', 'generation'],
  ['TOOL', 'tool'],
]);

const ASSOCIATION = 'lmnr.association.properties.';

function laminarFacts({ span, read, text }: SpanReader): SpanFacts {
  return {
    kind: KINDS.get(text('lmnr.span.type')),
    context: {
      sessionId: text(`${ASSOCIATION}session_id`),
      userId: text(`${ASSOCIATION}user_id`),
      tags: listOf(read(`${ASSOCIATION}tags`)),
      metadata: metadataUnder(span.attributes, `${ASSOCIATION}metadata.`),
    },
    usage: usageOf({
      cacheRead: read('gen_ai.usage.cache_read_input_tokens'),
      cacheWrite: read('gen_ai.usage.cache_creation_input_tokens'),
      reasoning: read('gen_ai.usage.reasoning_tokens'),
      costUsd: read('gen_ai.usage.cost'),
    }),
    execution: () => toolOf({ name: span.name, arguments: read('lmnr.span.input'), result: read('lmnr.span.output') }),
  };
}
