/** The span as it was sent, as JSON text: what the Raw view shows and what a newer mapper can read again. */
import { toJsonObject } from '../otlp/json-value.ts';
import type { Span } from '../otlp/wire.ts';
import { cut, TEXT_CHARACTERS } from './text.ts';

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Every single text is cut like the texts of calls, with a mark. JSON.stringify escapes NUL and broken unicode. */
export function payloadOf(span: Span): string {
  const fields = fieldsOf(span);
  const body = JSON.stringify(fields);
  // Looking at each value costs three times as much, and is needed for none in thousands.
  return body.length <= TEXT_CHARACTERS
    ? body
    : JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'string' ? cut(value) : value));
}

/** Nanoseconds are strings, since they are beyond what a JSON number holds exactly. */
function fieldsOf(span: Span) {
  return {
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: hex(span.parentSpanId),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: span.startTimeUnixNano.toString(),
    endTimeUnixNano: span.endTimeUnixNano.toString(),
    status: { code: span.statusCode, message: span.statusMessage },
    attributes: toJsonObject(span.attributes),
    events: span.events.map((event) => ({
      name: event.name,
      timeUnixNano: event.timeUnixNano.toString(),
      attributes: toJsonObject(event.attributes),
    })),
    links: span.links.map((link) => ({
      traceId: hex(link.traceId),
      spanId: hex(link.spanId),
      attributes: toJsonObject(link.attributes),
    })),
    droppedAttributesCount: span.droppedAttributesCount,
    resource: toJsonObject(span.resource.attributes),
    scope: { name: span.scope.name, version: span.scope.version, attributes: toJsonObject(span.scope.attributes) },
  };
}
