/**
 * OpenRouter's Broadcast: one span per request, with semconv names, input and output as JSON, and the cost that it
 * charged. What a user sent with the request is metadata of the trace.
 */
import { decodeMessages, providerOutput, recordOf } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { usageOf } from '../shared/values.ts';

export const OPENROUTER: Convention = {
  name: 'openrouter',
  detects: ({ scope, has }) => scope === 'openrouter' || has('openrouter.source'),
  messages: {
    // The GenAI conventions read the input.
    output: ({ json }, options) => {
      const answer = recordOf(json('gen_ai.completion'));
      const whole = providerOutput(answer, options);
      if (whole.length > 0) return whole;
      const { completion, reasoning, tool_calls: calls, toolCalls = calls } = answer;
      if (typeof completion !== 'string' && reasoning === undefined && toolCalls === undefined) return [];
      return decodeMessages([{ role: 'assistant', content: completion, reasoning, tool_calls: toolCalls }], options);
    },
  },
  facts: openrouterFacts,
};

function openrouterFacts({ span, read, text }: SpanReader): SpanFacts {
  return {
    kind: text('span.type') === 'generation' ? 'generation' : undefined,
    context: { metadata: metadataUnder(span.attributes, 'trace.metadata.') },
    model: { finishReason: text('gen_ai.response.finish_reason') },
    usage: usageOf({ costUsd: read('gen_ai.usage.total_cost') }),
  };
}
