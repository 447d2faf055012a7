/** Mastra's exporter: semconv names with JSON texts in odd places, messages with thinking left unconverted (otel-genai §5.11). */
import type { SpanKind } from '@subtext/db';
import { decodeMessages, GEN_AI } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import { listOf, messagesOf, toolOf, usageOf } from './values.ts';

export const MASTRA: Dialect = {
  name: 'mastra',
  detects: ({ prefixes }) => prefixes.has('mastra'),
  facts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['model_generation', 'generation'],
  ['model_step', 'chain'],
  ['model_chunk', 'span'],
  ['tool_call', 'tool'],
  ['mcp_tool_call', 'tool'],
  ['agent_run', 'agent'],
  ['workflow_run', 'chain'],
  ['workflow_step', 'chain'],
]);

function facts({ span, read, text, json }: SpanReader): SpanFacts {
  const type = text('mastra.span.type');
  const own = `mastra.${type ?? ''}`;
  return {
    kind: KINDS.get(type),
    context: {
      tags: listOf(read('mastra.tags')),
      metadata: metadataUnder(span.attributes, 'mastra.metadata.'),
    },
    model: { finishReason: listOf(read(GEN_AI.finishReasons))[0] },
    usage: usageOf({
      cacheRead: read('gen_ai.usage.cache_read_input_tokens'),
      cacheWrite: read('gen_ai.usage.cache_creation_input_tokens'),
      reasoning: read('gen_ai.usage.reasoning_tokens'),
    }),
    // The converted output keeps only the text where it has one; the span's own has the thinking and the calls.
    output: (options) => {
      const whole = messagesOf(json(`${own}.output`), 'assistant', options);
      return whole.some(({ parts }) => parts.some((part) => part.kind !== 'text'))
        ? whole
        : decodeMessages(read(GEN_AI.outputMessages), options);
    },
    repeats: 'thoughts',
    execution: () => toolOf({ arguments: read(`${own}.input`), result: read(`${own}.output`) }),
  };
}
