/** LangWatch's own SDKs: values with their type beside them, `{ type: 'chat_messages', value }`. */
import { anyInput, anyOutput, recordOf, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const LANGWATCH: Convention = {
  name: 'langwatch',
  detects: ({ prefixes, scope }) => prefixes.has('langwatch') || scope.startsWith('langwatch'),
  messages: {
    input: (sent, options) => typed(langwatchValue(sent, 'input'), anyInput, options),
    output: (sent, options) => typed(langwatchValue(sent, 'output'), anyOutput, options),
  },
};

/** The value of `input`, `output`, `metrics` or `params` without its type. */
export function langwatchValue({ json }: SentSpan, name: string): unknown {
  const value = json(`langwatch.${name}`);
  const { type, value: inner } = recordOf(value);
  if (typeof type !== 'string' || inner === undefined) return value;
  // Several inputs, each with its own type.
  return type === 'list' && Array.isArray(inner) ? inner.map((entry) => recordOf(entry).value ?? entry) : inner;
}

type Reader = (value: unknown, options: DecodeOptions) => Message[];

function typed(value: unknown, read: Reader, options: DecodeOptions): Message[] {
  const isListOfTexts = Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string');
  return read(isListOfTexts ? value.join('\n\n') : value, options);
}
