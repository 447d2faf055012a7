/** Microsoft's Agent Framework and Semantic Kernel: semconv names; the framework stands where the provider belongs (otel-genai §5.10). */
import type { SpanKind } from '@subtext/db';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';

export const MICROSOFT: Dialect = {
  name: 'microsoft',
  detects: ({ scope, prefixes }) =>
    scope === 'agent_framework' || prefixes.has('sk') || /^(?:Microsoft\.SemanticKernel|semantic_kernel)/.test(scope),
  facts,
};

const KINDS: readonly [name: RegExp, kind: SpanKind][] = [
  [/^workflow\.run|^executor\.process/, 'chain'],
  [/^message\.send/, 'span'],
];

function facts({ span, text }: SpanReader): SpanFacts {
  return {
    kind: KINDS.find(([name]) => name.test(span.name))?.[1],
    model: { finishReason: text('gen_ai.response.finish_reason') },
  };
}
