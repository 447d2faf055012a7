/** The span as it was sent, as JSON text: the Raw view shows it, and a newer mapper can read it again. */
import { toJsonValue, toWrittenObject } from '../otlp/json-value.ts';
import type { LogRecord, Span, SpanLink } from '../otlp/wire.ts';
import { hex } from './hex.ts';
import { cut, TEXT_CHARACTERS } from './text.ts';

/** Every single text is cut like the texts of calls, with a mark. JSON.stringify escapes NUL and broken unicode. */
export const payloadOf = (span: Span): string => bounded(fieldsOf(span));

export const payloadOfLog = (record: LogRecord): string => bounded(fieldsOfLog(record));

function bounded(fields: object): string {
  const body = JSON.stringify(fields);
  // Checking each value costs three times as much, and almost no payload needs it.
  return body.length <= TEXT_CHARACTERS
    ? body
    : JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'string' ? cut(value) : shortlyNamed(value)));
}

/** A name is a text as well. Two names that are cut alike stay two. */
function shortlyNamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (!entries.some(([name]) => name.length > TEXT_CHARACTERS)) return value;
  const named = new Map<string, unknown>();
  for (const [name, one] of entries) {
    const short = cut(name);
    named.set(named.has(short) ? `${short} ${named.size}` : short, one);
  }
  return Object.fromEntries(named);
}

/** Nanoseconds are strings, because a JSON number cannot hold them exactly. */
function fieldsOf(span: Span) {
  return {
    traceId: idOf(span, 'traceId'),
    spanId: idOf(span, 'spanId'),
    parentSpanId: span.unreadIds?.parentSpanId ?? hex(span.parentSpanId),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: span.startTimeUnixNano.toString(),
    // A span without an end has none here either.
    ...(span.endTimeUnixNano > 0n && { endTimeUnixNano: span.endTimeUnixNano.toString() }),
    status: { code: span.statusCode, message: span.statusMessage },
    attributes: toWrittenObject(span.attributes),
    events: span.events.map((event) => ({
      name: event.name,
      timeUnixNano: event.timeUnixNano.toString(),
      attributes: toWrittenObject(event.attributes),
    })),
    links: span.links.map((link) => ({
      traceId: idOf(link, 'traceId'),
      spanId: idOf(link, 'spanId'),
      attributes: toWrittenObject(link.attributes),
    })),
    droppedAttributesCount: span.droppedAttributesCount,
    ...(span.droppedEventsCount > 0 && { droppedEventsCount: span.droppedEventsCount }),
    ...(span.droppedLinksCount > 0 && { droppedLinksCount: span.droppedLinksCount }),
    resource: toWrittenObject(span.resource.attributes),
    scope: { name: span.scope.name, version: span.scope.version, attributes: toWrittenObject(span.scope.attributes) },
  };
}

/** An unreadable id is kept as it was sent. */
const idOf = (item: Span | SpanLink | LogRecord, name: 'traceId' | 'spanId'): string =>
  item.unreadIds?.[name] ?? hex(item[name]);

function fieldsOfLog(record: LogRecord) {
  return {
    traceId: idOf(record, 'traceId'),
    spanId: idOf(record, 'spanId'),
    eventName: record.eventName,
    timeUnixNano: record.timeUnixNano.toString(),
    observedTimeUnixNano: record.observedTimeUnixNano.toString(),
    ...(record.arrivedUnixNano > 0n && { arrivedUnixNano: record.arrivedUnixNano.toString() }),
    severityNumber: record.severityNumber,
    severityText: record.severityText,
    body: toJsonValue(record.body),
    attributes: toWrittenObject(record.attributes),
    droppedAttributesCount: record.droppedAttributesCount,
    resource: toWrittenObject(record.resource.attributes),
    scope: {
      name: record.scope.name,
      version: record.scope.version,
      attributes: toWrittenObject(record.scope.attributes),
    },
  };
}
