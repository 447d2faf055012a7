/**
 * The spans that `@anthropic-ai/sdk` and the Claude API create themselves: generation C with a few names of their own
 * (otel-genai §5.7).
 */
import type { SpanFacts, SpanReader } from '../facts.ts';
import { toolOf } from '../shared/values.ts';

export function anthropicSdkFacts({ read, text }: SpanReader): SpanFacts {
  return {
    context: { sessionId: text('anthropic.session.id') },
    model: { finishReason: text('anthropic.message.stop_reason') },
    execution: () =>
      toolOf({
        id: text('gen_ai.tool.call.id'),
        name: text('gen_ai.tool.name'),
        arguments: read('gen_ai.tool.call.arguments'),
        result: read('gen_ai.tool.call.result') ?? read('anthropic.tool_result.content'),
      }),
  };
}
