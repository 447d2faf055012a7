/** ExportTraceServiceRequest, OTLP/JSON → spans: proto3 JSON with hex ids, integer enums, lowerCamelCase keys; unknown fields are ignored. */
import { exactNumber } from './protobuf-fields.ts';
import {
  DEEPEST_VALUE,
  MalformedOtlp,
  NO_BYTES,
  TOO_DEEP,
  emptySpan,
  type Attributes,
  type AttributeValue,
  type Resource,
  type Scope,
  type Span,
  type SpanEvent,
  type SpanLink,
} from './wire.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Throws MalformedOtlp naming the place when the body is not OTLP/JSON. */
export function decodeJson(body: Uint8Array): Span[] {
  const request = objectAt(parse(body), 'the body');
  return list(request, 'resourceSpans', '').flatMap((item, index) =>
    readResourceSpans(item, `resourceSpans[${index}]`),
  );
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch (error) {
    throw new MalformedOtlp(`The body is not JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
}

function readResourceSpans(item: unknown, path: string): Span[] {
  const group = objectAt(item, path);
  const resource: Resource = {
    attributes: attributesOf(objectAt(group.resource ?? {}, `${path}.resource`), `${path}.resource`),
  };
  return list(group, 'scopeSpans', path).flatMap((scopeSpans, index) =>
    readScopeSpans(scopeSpans, resource, `${path}.scopeSpans[${index}]`),
  );
}

function readScopeSpans(item: unknown, resource: Resource, path: string): Span[] {
  const group = objectAt(item, path);
  const from = objectAt(group.scope ?? {}, `${path}.scope`);
  const scope: Scope = {
    name: text(from.name),
    version: text(from.version),
    attributes: attributesOf(from, `${path}.scope`),
  };
  return list(group, 'spans', path).map((span, index) =>
    readSpan(span, emptySpan(resource, scope), `${path}.spans[${index}]`),
  );
}

function readSpan(item: unknown, empty: Span, path: string): Span {
  const from = objectAt(item, path);
  const status = objectAt(from.status ?? {}, `${path}.status`);
  return {
    ...empty,
    traceId: hex(from.traceId, `${path}.traceId`),
    spanId: hex(from.spanId, `${path}.spanId`),
    parentSpanId: hex(from.parentSpanId, `${path}.parentSpanId`),
    name: text(from.name),
    kind: count(from.kind),
    startTimeUnixNano: nanos(from.startTimeUnixNano, `${path}.startTimeUnixNano`),
    endTimeUnixNano: nanos(from.endTimeUnixNano, `${path}.endTimeUnixNano`),
    attributes: attributesOf(from, path),
    events: list(from, 'events', path).map((event, index) => readEvent(event, `${path}.events[${index}]`)),
    links: list(from, 'links', path).map((link, index) => readLink(link, `${path}.links[${index}]`)),
    statusCode: count(status.code),
    statusMessage: text(status.message),
    droppedAttributesCount: count(from.droppedAttributesCount),
  };
}

function readEvent(item: unknown, path: string): SpanEvent {
  const from = objectAt(item, path);
  return {
    timeUnixNano: nanos(from.timeUnixNano, `${path}.timeUnixNano`),
    name: text(from.name),
    attributes: attributesOf(from, path),
  };
}

function readLink(item: unknown, path: string): SpanLink {
  const from = objectAt(item, path);
  return {
    traceId: hex(from.traceId, `${path}.traceId`),
    spanId: hex(from.spanId, `${path}.spanId`),
    attributes: attributesOf(from, path),
  };
}

function attributesOf(from: JsonObject, path: string): Attributes {
  return keyValues(list(from, 'attributes', path), { path: `${path}.attributes`, depth: 0 });
}

interface Place {
  path: string;
  depth: number;
}

function keyValues(items: readonly unknown[], { path, depth }: Place): Attributes {
  return new Map(
    items.map((item, index): [string, AttributeValue] => {
      const pair = objectAt(item, `${path}[${index}]`);
      return [text(pair.key), anyValue(pair.value, { path: `${path}[${index}].value`, depth })];
    }),
  );
}

function anyValue(item: unknown, { path, depth }: Place): AttributeValue {
  if (item === null || item === undefined) return null;
  const value = objectAt(item, path);
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  if (value.intValue !== undefined) return integer(value.intValue, path);
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (typeof value.bytesValue === 'string') return Buffer.from(value.bytesValue, 'base64');
  if (depth >= DEEPEST_VALUE) return TOO_DEEP;
  const inside = { path, depth: depth + 1 };
  if (value.arrayValue !== undefined) {
    const array = objectAt(value.arrayValue, `${path}.arrayValue`);
    return list(array, 'values', `${path}.arrayValue`).map((each) => anyValue(each, inside));
  }
  if (value.kvlistValue === undefined) return null;
  return keyValues(list(objectAt(value.kvlistValue, `${path}.kvlistValue`), 'values', `${path}.kvlistValue`), inside);
}

function objectAt(value: unknown, path: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new MalformedOtlp(`${path} should be an object.`);
}

function list(from: JsonObject, key: string, path: string): readonly unknown[] {
  const value = from[key] ?? [];
  if (Array.isArray(value)) return value;
  const hint = key === 'attributes' ? ' of {"key": …, "value": {"stringValue": …}} objects, not an object' : '';
  throw new MalformedOtlp(`${path === '' ? key : `${path}.${key}`} should be a list${hint}.`);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number => (Number.isSafeInteger(Number(value)) ? Number(value) : 0);

function integer(value: unknown, path: string): number | bigint {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return exactNumber(BigInt(value));
  throw new MalformedOtlp(`${path}.intValue should be a whole number or a string of digits.`);
}

/** Unix nanoseconds, as a string of digits or as a number. Absent is 0. */
function nanos(value: unknown, path: string): bigint {
  if (value === undefined || value === null || value === '') return 0n;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return BigInt(Math.trunc(value));
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  throw new MalformedOtlp(`${path} should be Unix nanoseconds as a string of digits.`);
}

function hex(value: unknown, path: string): Uint8Array {
  if (value === undefined || value === null || value === '') return NO_BYTES;
  if (typeof value === 'string' && value.length % 2 === 0 && value.length <= 64 && /^[0-9a-f]*$/i.test(value)) {
    return Buffer.from(value, 'hex');
  }
  throw new MalformedOtlp(`${path} should be lower-case hexadecimal.`);
}
