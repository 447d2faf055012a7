/**
 * OpenRouter's Broadcast: semconv names, and the cost that it charged. What a user sent with the request is metadata of
 * the trace.
 */
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { usageOf } from '../shared/values.ts';

export function openrouterFacts({ span, read, text }: SpanReader): SpanFacts {
  return {
    kind: text('span.type') === 'generation' ? 'generation' : undefined,
    context: { metadata: metadataUnder(span.attributes, 'trace.metadata.') },
    model: { finishReason: text('gen_ai.response.finish_reason') },
    usage: usageOf({ costUsd: read('gen_ai.usage.total_cost') }),
  };
}
