/** Vercel AI SDK 7 with `@ai-sdk/otel`: semconv names; what it adds (otel-genai §4). `invoke_agent` repeats the sums of its steps and is no generation. */
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import { usageOf } from './values.ts';

export const AI_SDK: Dialect = {
  name: 'ai-sdk-7',
  detects: ({ scope }) => scope === 'gen_ai',
  facts,
};

const CONTEXT = 'ai.settings.context.';

function facts({ span, read, text }: SpanReader): SpanFacts {
  return {
    kind: ['agent_step', 'decide'].includes(text('gen_ai.operation.name') ?? '') ? 'chain' : undefined,
    context: {
      sessionId: text(`${CONTEXT}sessionId`),
      userId: text(`${CONTEXT}userId`),
      metadata: metadataUnder(span.attributes, CONTEXT),
    },
    // Only with `usage: true`; the semconv names have no figure for thinking there.
    usage: usageOf({ reasoning: read('ai.usage.outputTokenDetails.reasoningTokens') }),
  };
}
