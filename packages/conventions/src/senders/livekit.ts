/** LiveKit Agents: content under `lk.pii.*` since August 2026, under `lk.*` before; no thinking (otel-genai §5.12). */
import { decodeMessages, messagesOf, recordOf, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const LIVEKIT: Convention = {
  name: 'livekit',
  detects: ({ scope, prefixes }) => scope.startsWith('livekit') || prefixes.has('lk'),
  messages: {
    input: (sent, options) => inputOf(livekitContent(sent, 'chat_ctx'), options),
    output: (sent, options) =>
      outputOf(livekitContent(sent, 'response.text'), livekitContent(sent, 'response.function_calls'), options),
  },
};

export const livekitContent = ({ read }: SentSpan, name: string): unknown =>
  read(`lk.pii.${name}`) ?? read(`lk.${name}`);

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
