/** Microsoft's Agent Framework and Semantic Kernel: semconv names; the framework stands where the provider belongs (otel-genai §5.10). */
import type { SpanKind } from '@subtext/db';
import { GEN_AI } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from './dialect.ts';
import { listOf } from './values.ts';

const KINDS: readonly [name: RegExp, kind: SpanKind][] = [
  [/^workflow\.run|^executor\.process/, 'chain'],
  [/^message\.send/, 'span'],
];

export function microsoftFacts({ span, read, text }: SpanReader): SpanFacts {
  return {
    kind: KINDS.find(([name]) => name.test(span.name))?.[1],
    // The list is JSON text in Python.
    model: { finishReason: text('gen_ai.response.finish_reason') ?? listOf(read(GEN_AI.finishReasons))[0] },
  };
}
