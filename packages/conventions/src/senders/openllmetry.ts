/**
 * OpenLLMetry (Traceloop), Python and JS: flattened messages in older packages, semconv messages in newer ones
 * (otel-genai §3).
 */
import { blocksOrText, decodeMessages, outputMessages, type DecodeOptions, type Message } from '@subtext/reasoning';
import { child, itemsOf, leaf, nestedAt, type Nested } from '../shared/nested.ts';
import { newerInput } from './openllmetry-messages.ts';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const OPENLLMETRY: Convention = {
  name: 'openllmetry',
  detects: ({ prefixes, scope, has }) =>
    prefixes.has('traceloop') ||
    has('llm.request.type') ||
    has('gen_ai.prompt.0.role') ||
    has('gen_ai.completion.0.role') ||
    (SCOPE.test(scope) && prefixes.has('gen_ai')),
  readsGenAi: true,
  messages: {
    input: inputOf,
    output: outputOf,
  },
};

/**
 * OpenTelemetry's own packages have scopes of the same form: those of HTTP, which have no `gen_ai`, and two that do.
 */
const SCOPE = /^(?:opentelemetry\.instrumentation\.(?!openai_v2$|google_genai$)|@traceloop\/)/;

function inputOf(sent: SentSpan, options: DecodeOptions): Message[] {
  const newer = newerInput(sent, options);
  return newer.length > 0 ? newer : merged(flatMessages(nestedAt(sent.attributes, 'gen_ai.prompt'), options));
}

function outputOf(sent: SentSpan, options: DecodeOptions): Message[] {
  const newer = outputMessages(sent, options);
  return newer.length > 0 ? newer : merged(flatMessages(nestedAt(sent.attributes, 'gen_ai.completion'), options));
}

function flatMessages(root: Nested | undefined, options: DecodeOptions): Message[] {
  return itemsOf(root).flatMap((item) => {
    const role = leaf(item, 'role') ?? 'assistant';
    const content = leaf(item, 'content');
    const thinking = role === 'thinking' ? content : leaf(item, 'reasoning');
    const message = {
      role: role === 'thinking' ? 'assistant' : role,
      content: role === 'thinking' ? null : blocksOrText(content),
      ...(leaf(item, 'refusal') !== undefined && { refusal: leaf(item, 'refusal') }),
      ...(leaf(item, 'tool_call_id') !== undefined && { tool_call_id: leaf(item, 'tool_call_id') }),
      tool_calls: itemsOf(child(item, 'tool_calls')).map((call) => ({
        id: leaf(call, 'id'),
        function: { name: leaf(call, 'name'), arguments: leaf(call, 'arguments') },
      })),
    };
    const thought = thinking === undefined ? [] : [{ type: 'reasoning', content: thinking }];
    const [decoded] = decodeMessages([message], options);
    const [thoughts] = decodeMessages([{ role: 'assistant', parts: thought }], options);
    const finishReason = leaf(item, 'finish_reason');
    if (!decoded) return [];
    const parts = [...(thoughts?.parts ?? []), ...(role === 'thinking' ? [] : decoded.parts)];
    return [{ ...decoded, parts, ...(finishReason !== undefined && { finishReason }) }];
  });
}

/** An entry with role `thinking` begins the message after it; the finish reason is on the first. */
function merged(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const before = result.at(-1);
    const isThought = before?.parts.every((part) => part.kind === 'reasoning') && before.parts.length > 0;
    if (before && isThought && before.role === message.role) {
      const finishReason = message.finishReason ?? before.finishReason;
      const whole = { ...message, parts: [...before.parts, ...message.parts] };
      result[result.length - 1] = finishReason === undefined ? whole : { ...whole, finishReason };
    } else result.push(message);
  }
  return result;
}
