/** LiveKit Agents: content under `lk.pii.*` since August 2026, under `lk.*` before; no thinking (otel-genai §5.12). */
import type { SpanKind } from '@subtext/db';
import { decodeMessages, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { messagesOf, millisecondsOf, recordOf, toolOf, usageOf } from './values.ts';

export const LIVEKIT: Dialect = {
  name: 'livekit',
  detects: ({ scope, prefixes }) => scope.startsWith('livekit') || prefixes.has('lk'),
  facts,
};

const KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['llm_request', 'generation'],
  ['function_tool', 'tool'],
  ['agent_session', 'agent'],
  ['agent_turn', 'chain'],
  ['user_turn', 'chain'],
  ['llm_node', 'chain'],
]);

function facts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  const content = (name: string) => read(`lk.pii.${name}`) ?? read(`lk.${name}`);
  return {
    kind: KINDS.get(span.name),
    context: { agentName: text('lk.agent_name') },
    model: { timeToFirstChunk: millisecondsOf(read('lk.response.ttft'), 1000) },
    usage: usageOf({ cacheRead: read('gen_ai.usage.input_cached_tokens') }),
    input: (options) => inputOf(content('chat_ctx'), options),
    output: (options) => outputOf(content('response.text'), content('response.function_calls'), options),
    execution: () =>
      toolOf({
        id: text('lk.function_tool.id'),
        name: text('lk.function_tool.name'),
        arguments: content('function_tool.arguments'),
        result: content('function_tool.output'),
      }),
  };
}

function inputOf(context: unknown, options: DecodeOptions): Message[] {
  const { items } = recordOf(context);
  return messagesOf(Array.isArray(items) ? items : context, 'user', options);
}

function outputOf(said: unknown, calls: unknown, options: DecodeOptions): Message[] {
  const list: unknown[] = Array.isArray(calls) ? calls : [];
  const parts = [
    ...(typeof said === 'string' && said !== '' ? [{ type: 'text', content: said }] : []),
    ...list.map((call) => ({ ...recordOf(call), type: 'function_call' })),
  ];
  return parts.length === 0 ? [] : decodeMessages([{ role: 'assistant', parts }], options);
}
