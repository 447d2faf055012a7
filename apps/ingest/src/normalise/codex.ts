/** Codex: figures and tools as events, many numbers as text, no thinking text (otel-genai §5.9). Its log records become spans before this stage. */
import type { SpanKind } from '@subtext/db';
import type { SpanFacts, SpanReader } from './dialect.ts';
import { toolOf, usageOf } from './values.ts';

const KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['codex.sse_event', 'generation'],
  ['codex.tool_result', 'tool'],
]);

export function codexFacts({ span, read, text }: SpanReader): SpanFacts {
  const counted = read('output_token_count') !== undefined;
  return {
    kind: counted ? 'generation' : span.name === 'codex.sse_event' ? 'span' : KINDS.get(span.name),
    context: { sessionId: text('conversation.id'), userId: text('user.account_id'), environment: text('env') },
    model: {
      provider: 'openai',
      requestModel: text('model', 'slug'),
      responseId: text('response.id'),
      reasoningEffort: text('reasoning_effort'),
    },
    usage: usageOf({
      input: read('input_token_count'),
      cacheRead: read('cached_token_count'),
      output: read('output_token_count'),
      reasoning: read('reasoning_token_count'),
    }),
    execution: () =>
      toolOf({
        id: text('call_id'),
        name: text('tool_name'),
        arguments: read('arguments'),
        result: read('output'),
      }),
  };
}
