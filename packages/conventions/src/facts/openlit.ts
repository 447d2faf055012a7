/** OpenLIT: the GenAI conventions with an older name for thinking tokens. Its cost is its own estimate. */
import type { SpanFacts, SpanReader } from '../facts.ts';
import { usageOf } from '../shared/values.ts';

export function openlitFacts({ read, text }: SpanReader): SpanFacts {
  const reasoning =
    read('gen_ai.usage.reasoning_tokens') ?? read('gen_ai.usage.completion_tokens_details.reasoning_tokens');
  return {
    model: { reasoningEffort: text('gen_ai.request.reasoning_effort') },
    usage: usageOf({ reasoning }, { zeroThinkingIsUnknown: true }),
  };
}
