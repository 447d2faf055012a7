/** Reads payloads again: the reverse of payload.ts, for quarantined items. */
import { idsOf } from '../otlp/json-fields.ts';
import { MalformedOtlp, type Attributes, type AttributeValue, type LogRecord, type Span } from '../otlp/wire.ts';

/** Throws MalformedOtlp when the text is not a span's payload. */
export function spanOfPayload(text: string): Span {
  const from = record(parse(text));
  const status = record(from.status);
  return {
    ...originFields(from),
    ...idsOf(from, ['traceId', 'spanId', 'parentSpanId']),
    name: word(from.name),
    kind: number(from.kind),
    startTimeUnixNano: nanos(from.startTimeUnixNano),
    endTimeUnixNano: nanos(from.endTimeUnixNano),
    events: list(from.events).map((event) => ({
      name: word(event.name),
      timeUnixNano: nanos(event.timeUnixNano),
      attributes: attributes(event.attributes),
    })),
    links: list(from.links).map((link) => ({
      ...idsOf(link, ['traceId', 'spanId']),
      attributes: attributes(link.attributes),
    })),
    statusCode: number(status.code),
    statusMessage: word(status.message),
    droppedEventsCount: number(from.droppedEventsCount),
    droppedLinksCount: number(from.droppedLinksCount),
  };
}

/** The fields are in a fixed order (payload.ts): the third shows which of the two it is. */
export const isLogPayload = (text: string): boolean =>
  /^\{"traceId":"[0-9a-f]*","spanId":"[0-9a-f]*","eventName":/.test(text);

/** Throws MalformedOtlp when the text is not a log record's payload. */
export function logOfPayload(text: string): LogRecord {
  const from = record(parse(text));
  return {
    ...originFields(from),
    ...idsOf(from, ['traceId', 'spanId']),
    timeUnixNano: nanos(from.timeUnixNano),
    observedTimeUnixNano: nanos(from.observedTimeUnixNano),
    arrivedUnixNano: nanos(from.arrivedUnixNano),
    severityNumber: number(from.severityNumber),
    severityText: word(from.severityText),
    body: value(from.body),
    eventName: word(from.eventName),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function originFields(from: Fields) {
  const scope = record(from.scope);
  return {
    attributes: attributes(from.attributes),
    droppedAttributesCount: number(from.droppedAttributesCount),
    resource: { attributes: attributes(from.resource) },
    scope: { name: word(scope.name), version: word(scope.version), attributes: attributes(scope.attributes) },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedOtlp('This is no payload.');
  }
}

function record(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new MalformedOtlp('This is no payload.');
}

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(record) : []);
const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const nanos = (value: unknown): bigint => (/^\d{1,20}$/.test(word(value)) ? BigInt(word(value)) : 0n);

function attributes(fields: unknown): Attributes {
  return new Map(Object.entries(record(fields)).map(([key, each]) => [key, value(each)]));
}

/** As JSON represents it: bytes stay base64, integers beyond 2^53 and infinities stay text. All readers accept this. */
function value(from: unknown): AttributeValue {
  if (from === undefined || from === null) return null;
  if (typeof from === 'string' || typeof from === 'number' || typeof from === 'boolean') return from;
  return Array.isArray(from) ? from.map(value) : attributes(from);
}
