/** Reads the spans of model calls that do not think. */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { expect } from 'vitest';
import type { collectSpans } from './spans.ts';

export async function onlySpan(spans: ReturnType<typeof collectSpans>): Promise<ReadableSpan> {
  const found = await spans.all();
  expect(found).toHaveLength(1);
  return found[0]!;
}

export const jsonOf = (span: ReadableSpan, name: string): unknown => JSON.parse(String(span.attributes[name]));
export const inputOf = (span: ReadableSpan): unknown => jsonOf(span, 'gen_ai.input.messages');
export const outputOf = (span: ReadableSpan): unknown => jsonOf(span, 'subtext.task.output');

/** A message of a user with these texts, as a span holds it. */
export const user = (...texts: string[]): object => ({
  role: 'user',
  parts: texts.map((content) => ({ type: 'text', content })),
});
