/**
 * LiteLLM, as a library and as a gateway: semconv names, its own method names as operations, and the cost that it
 * computes.
 */
import { attributeText, type SpanKind } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { usageOf } from '../shared/values.ts';

/** Async methods have an `a` in front. */
const KINDS: readonly [method: RegExp, kind: SpanKind][] = [
  [/^a?embedding$/, 'embedding'],
  [/^a?(?:text_)?completion$|^a?responses$|^anthropic_messages$|^a?generate_content(?:_stream)?$/, 'generation'],
  [/^./, 'span'],
];

export function litellmFacts({ read, text }: SpanReader): SpanFacts {
  const method = text('llm.request.type');
  const figure = (name: Figure) => figureIn(text('metadata.usage_object'), name);
  return {
    kind: method === undefined ? undefined : KINDS.find(([name]) => name.test(method))?.[1],
    context: { userId: text('llm.user', 'metadata.user_api_key_end_user_id') },
    model: { streaming: attributeText(read('llm.is_streaming'))?.toLowerCase() === 'true' ? true : undefined },
    usage: usageOf({
      costUsd: read('gen_ai.cost.total_cost'),
      cacheRead: figure('cached_tokens'),
      cacheWrite: figure('cache_creation_tokens'),
      cacheWriteHour: figure('ephemeral_1h_input_tokens'),
      reasoning: figure('reasoning_tokens'),
    }),
  };
}

type Figure = 'cached_tokens' | 'cache_creation_tokens' | 'ephemeral_1h_input_tokens' | 'reasoning_tokens';

/** The complete usage is a Python dictionary literal, `{'reasoning_tokens': 64, …}`; unknown values are None. */
function figureIn(usage: string | undefined, name: Figure): string | undefined {
  return usage === undefined ? undefined : new RegExp(`'${name}': (\\d+)`).exec(usage)?.[1];
}
