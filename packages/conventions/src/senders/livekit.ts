/** LiveKit Agents: content under `lk.pii.*` since August 2026, under `lk.*` before; no thinking (otel-genai §5.12). */
import {
  decodeMessages,
  messagesOf,
  recordOf,
  type DecodeOptions,
  type Message,
  type SpanKind,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { millisecondsOf, toolOf, usageOf } from '../shared/values.ts';

export const LIVEKIT: Convention = {
  name: 'livekit',
  detects: ({ scope, prefixes }) => scope.startsWith('livekit') || prefixes.has('lk'),
  messages: {
    input: (sent, options) => inputOf(livekitContent(sent, 'chat_ctx'), options),
    output: (sent, options) =>
      outputOf(livekitContent(sent, 'response.text'), livekitContent(sent, 'response.function_calls'), options),
  },
  facts: livekitFacts,
};

const livekitContent = ({ read }: SentSpan, name: string): unknown => read(`lk.pii.${name}`) ?? read(`lk.${name}`);

function inputOf(context: unknown, options: DecodeOptions): Message[] {
  const { items } = recordOf(context);
  return messagesOf(Array.isArray(items) ? items : context, 'user', options);
}

function outputOf(answer: unknown, calls: unknown, options: DecodeOptions): Message[] {
  const list: unknown[] = Array.isArray(calls) ? calls : [];
  const parts = [
    ...(typeof answer === 'string' && answer !== '' ? [{ type: 'text', content: answer }] : []),
    ...list.map((call) => ({ ...recordOf(call), type: 'function_call' })),
  ];
  return parts.length === 0 ? [] : decodeMessages([{ role: 'assistant', parts }], options);
}

const KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['llm_request', 'generation'],
  ['function_tool', 'tool'],
  ['agent_session', 'agent'],
  ['agent_turn', 'chain'],
  ['user_turn', 'chain'],
  ['llm_node', 'chain'],
  ['llm_fallback_adapter', 'chain'],
]);

function livekitFacts(reader: SpanReader): SpanFacts {
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
      ...(read('lk.function_tool.is_error') === true && { status: 'error' as const }),
    }),
  };
}
