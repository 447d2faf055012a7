/**
 * Microsoft's Agent Framework and Semantic Kernel: semconv names, with the framework in place of the provider
 * (otel-genai §5.10).
 */
import { decodeUsage, GEN_AI, type SpanKind, type Usage } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { listOf } from '../shared/values.ts';
import type { Convention } from '../convention.ts';

export const MICROSOFT: Convention = {
  name: 'microsoft',
  detects: ({ scope, prefixes }) =>
    scope === 'agent_framework' || prefixes.has('sk') || /^(?:Microsoft\.SemanticKernel|semantic_kernel)/.test(scope),
  facts: microsoftFacts,
};

const KINDS: readonly [name: RegExp, kind: SpanKind][] = [
  [/^workflow\.run|^executor\.process/, 'chain'],
  [/^message\.send/, 'span'],
];

function microsoftFacts({ span, read, text }: SpanReader): SpanFacts {
  return {
    kind: KINDS.find(([name]) => name.test(span.name))?.[1],
    usage: usageWithCache({ span, read }),
    // The list is JSON text in Python.
    model: { finishReason: text('gen_ai.response.finish_reason') ?? listOf(read(GEN_AI.finishReasons))[0] },
  };
}

/** The Python framework passes on Anthropic's usage, where cached tokens are outside the input. */
function usageWithCache({ span, read }: Pick<SpanReader, 'span' | 'read'>): Usage | undefined {
  if (span.scope.name !== 'agent_framework' || read(GEN_AI.providerName) !== 'anthropic') return undefined;
  const usage = decodeUsage(read);
  if (usage?.input === undefined) return usage;
  return { ...usage, input: usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0) };
}
