/**
 * Vercel AI SDK 7 with `@ai-sdk/otel`: semconv names; what it adds (otel-genai §4). `invoke_agent` repeats the sums of
 * its steps and is no generation.
 */
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { usageOf } from '../shared/values.ts';
import type { Convention } from '../convention.ts';

export const AI_SDK: Convention = {
  name: 'ai-sdk-7',
  detects: ({ scope }) => scope === 'gen_ai',
  facts: aiSdkFacts,
};

const CONTEXT = 'ai.settings.context.';

function aiSdkFacts({ span, read, text }: SpanReader): SpanFacts {
  return {
    kind: ['agent_step', 'decide'].includes(text('gen_ai.operation.name') ?? '') ? 'chain' : undefined,
    context: {
      sessionId: text(`${CONTEXT}sessionId`),
      userId: text(`${CONTEXT}userId`),
      metadata: metadataUnder(span.attributes, CONTEXT),
    },
    // Only with `usage: true`; its semconv names have no count for thinking.
    usage: usageOf({ reasoning: read('ai.usage.outputTokenDetails.reasoningTokens') }),
  };
}
