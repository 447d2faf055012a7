/** A decoded span in the form that packages/conventions reads. */
import { sentSpan, type SpanReader } from '@subtext/conventions';
import { toJsonObject, toJsonValue } from '../otlp/json-value.ts';
import type { Span } from '../otlp/wire.ts';

export interface DecodedReader extends SpanReader {
  span: Span;
}

export function readerOf(span: Span): DecodedReader {
  const { name, attributes } = span;
  const read = (wanted: string) => toJsonValue(attributes.get(wanted));
  const events = span.events.map((event) => ({ name: event.name, fields: () => toJsonObject(event.attributes) }));
  return { ...sentSpan({ name, scope: span.scope.name, attributes, read, events }), span };
}
