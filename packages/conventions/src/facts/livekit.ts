/** LiveKit Agents: content under `lk.pii.*` since August 2026, under `lk.*` before; no thinking (otel-genai §5.12). */
import { type SpanKind } from '@subtext/reasoning';
import { livekitContent } from '../senders/livekit.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { millisecondsOf, toolOf, usageOf } from '../shared/values.ts';

const KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['llm_request', 'generation'],
  ['function_tool', 'tool'],
  ['agent_session', 'agent'],
  ['agent_turn', 'chain'],
  ['user_turn', 'chain'],
  ['llm_node', 'chain'],
  ['llm_fallback_adapter', 'chain'],
]);

export function livekitFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  return {
    kind: KINDS.get(span.name),
    context: { agentName: text('lk.agent_name') },
    model: { timeToFirstChunk: millisecondsOf(read('lk.response.ttft'), 1000) },
    usage: usageOf({ cacheRead: read('gen_ai.usage.input_cached_tokens') }),
    execution: () => ({
      ...toolOf({
        id: text('lk.function_tool.id'),
        name: text('lk.function_tool.name'),
        arguments: livekitContent(reader, 'function_tool.arguments'),
        result: livekitContent(reader, 'function_tool.output'),
      }),
      ...(read('lk.function_tool.is_error') === true && { isError: true }),
    }),
  };
}
