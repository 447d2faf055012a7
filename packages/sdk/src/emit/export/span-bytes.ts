/**
 * Encodes a complete span in OTLP, byte for byte like OpenTelemetry's serializer (span-bytes.test.ts), but immediately:
 * only the bytes are kept. Used by direct-tracer.ts.
 */
import type { Attributes, HrTime, SpanContext } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { OpenSpan, WholeSpan } from '../spans/whole-span.ts';
import {
  BYTES,
  FIXED32,
  FIXED64,
  ProtobufWriter,
  sizeWithLength,
  tagOf,
  textSize,
  VARINT,
  varintSize,
} from './protobuf-writer.ts';

/** Fields of opentelemetry/proto/trace/v1/trace.proto, `Span`. */
const SPAN = {
  traceId: tagOf(1, BYTES),
  spanId: tagOf(2, BYTES),
  parentSpanId: tagOf(4, BYTES),
  name: tagOf(5, BYTES),
  kind: tagOf(6, VARINT),
  startTime: tagOf(7, FIXED64),
  endTime: tagOf(8, FIXED64),
  attributes: tagOf(9, BYTES),
  droppedAttributes: tagOf(10, VARINT),
  events: tagOf(11, BYTES),
  droppedEvents: tagOf(12, VARINT),
  droppedLinks: tagOf(14, VARINT),
  status: tagOf(15, BYTES),
  flags: tagOf(16, FIXED32),
};
const EVENT = {
  time: tagOf(1, FIXED64),
  name: tagOf(2, BYTES),
  attributes: tagOf(3, BYTES),
  droppedAttributes: tagOf(4, VARINT),
};
const STATUS = { message: tagOf(2, BYTES), code: tagOf(3, VARINT) };
const KEY_VALUE = { key: tagOf(1, BYTES), value: tagOf(2, BYTES) };
const ANY_VALUE = {
  string: tagOf(1, BYTES),
  bool: tagOf(2, VARINT),
  int: tagOf(3, VARINT),
  double: tagOf(4, FIXED64),
  array: tagOf(5, BYTES),
};
const ARRAY_VALUES = tagOf(1, BYTES);
/** The field `spans` of `ScopeSpans`. */
const SPANS = tagOf(2, BYTES);

/** Added to the trace flags: whether the parent is remote is known, and that it is remote. */
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** The end time in OTLP of a span that has not ended. */
const NO_END: HrTime = [0, 0];

type Value = Attributes[string];

const spans = new ProtobufWriter();
/** A writer for events, which are nested in spans. */
const parts = new ProtobufWriter();

/** The span as a field of `ScopeSpans`. */
export function spanBytes(span: WholeSpan | OpenSpan, { traceId, spanId, traceFlags }: SpanContext): Uint8Array {
  const { parent, name, kind, startTime, endTime, status } = span;
  const events = span.events.map(eventBytes);
  spans.begin();
  spans.varint(SPAN.traceId);
  spans.hex(traceId);
  spans.varint(SPAN.spanId);
  spans.hex(spanId);
  if (parent) {
    spans.varint(SPAN.parentSpanId);
    spans.hex(parent.spanId);
  }
  writeText(spans, SPAN.name, name);
  spans.varint(SPAN.kind);
  spans.varint(kind + 1); // 0 means unspecified in OTLP
  writeTime(spans, SPAN.startTime, startTime);
  writeTime(spans, SPAN.endTime, endTime && isBefore(endTime, startTime) ? startTime : (endTime ?? NO_END));
  writeAttributes(spans, SPAN.attributes, span.attributes);
  writeNone(spans, SPAN.droppedAttributes);
  for (const event of events) spans.bytes(event);
  writeNone(spans, SPAN.droppedEvents);
  writeNone(spans, SPAN.droppedLinks);
  writeStatus(spans, status);
  spans.varint(SPAN.flags);
  spans.fixed32((traceFlags & 0xff) | HAS_IS_REMOTE | (parent?.isRemote ? IS_REMOTE : 0));
  return spans.end(SPANS);
}

function eventBytes({ name, attributes, time }: WholeSpan['events'][number]): Uint8Array {
  parts.begin();
  writeTime(parts, EVENT.time, time);
  writeText(parts, EVENT.name, name);
  writeAttributes(parts, EVENT.attributes, attributes);
  writeNone(parts, EVENT.droppedAttributes);
  return parts.end(SPAN.events);
}

function writeStatus(writer: ProtobufWriter, status: WholeSpan['status']): void {
  const { code = 0, message = '' } = status ?? {};
  const size = textSize(message);
  writer.varint(SPAN.status);
  writer.varint(2 + (size > 0 ? 1 + sizeWithLength(size) : 0));
  if (size > 0) {
    writer.varint(STATUS.message);
    writer.text(message, size);
  }
  writer.varint(STATUS.code);
  writer.varint(code);
}

/** OpenTelemetry's serializer writes counts of 0, too. */
function writeNone(writer: ProtobufWriter, tag: number): void {
  writer.varint(tag);
  writer.varint(0);
}

function writeText(writer: ProtobufWriter, tag: number, text: string): void {
  writer.varint(tag);
  writer.text(text, textSize(text));
}

function writeTime(writer: ProtobufWriter, tag: number, [seconds, nanos]: HrTime): void {
  writer.varint(tag);
  writer.fixed64(BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
}

function isBefore([seconds, nanos]: HrTime, [otherSeconds, otherNanos]: HrTime): boolean {
  return seconds === otherSeconds ? nanos < otherNanos : seconds < otherSeconds;
}

function writeAttributes(writer: ProtobufWriter, tag: number, attributes: Attributes): void {
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === null) continue;
    const key = keyBytes(name);
    const size = valueSize(value);
    writer.varint(tag);
    writer.varint(key.byteLength + 1 + sizeWithLength(size));
    writer.bytes(key);
    writer.varint(KEY_VALUE.value);
    writer.varint(size);
    writeValue(writer, value);
  }
}

/** Metadata has arbitrary names, so the cache is bounded. */
const MAX_KEYS = 500;
const keys = new Map<string, Uint8Array>();

/** Attribute names repeat in all spans, so their bytes are cached. */
function keyBytes(name: string): Uint8Array {
  const cached = keys.get(name);
  if (cached) return cached;
  const bytes = message(KEY_VALUE.key, [Buffer.from(name)]);
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(name, bytes);
  return bytes;
}

/** The size of an `AnyValue`, without its length. */
function valueSize(value: Value): number {
  if (typeof value === 'string') return 1 + sizeWithLength(textSize(value));
  if (typeof value === 'boolean') return 2;
  if (typeof value === 'number') return isInt64(value) ? 1 + (value < 0 ? 10 : varintSize(value)) : 9;
  return Array.isArray(value) ? 1 + sizeWithLength(arraySize(value)) : 0;
}

function arraySize(values: readonly Value[]): number {
  let size = 0;
  for (const value of values) size += 1 + sizeWithLength(valueSize(value));
  return size;
}

function writeValue(writer: ProtobufWriter, value: Value): void {
  if (typeof value === 'string') writeText(writer, ANY_VALUE.string, value);
  else if (typeof value === 'boolean') {
    writer.varint(ANY_VALUE.bool);
    writer.varint(value ? 1 : 0);
  } else if (typeof value === 'number') writeNumber(writer, value);
  else if (Array.isArray(value)) {
    writer.varint(ANY_VALUE.array);
    writer.varint(arraySize(value));
    for (const item of value as readonly Value[]) {
      writer.varint(ARRAY_VALUES);
      writer.varint(valueSize(item));
      writeValue(writer, item);
    }
  }
}

function writeNumber(writer: ProtobufWriter, value: number): void {
  if (isInt64(value)) {
    writer.varint(ANY_VALUE.int);
    writer.int64(value);
  } else {
    writer.varint(ANY_VALUE.double);
    writer.double(value);
  }
}

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

/** The fields of the messages around spans. */
const REQUEST = { resourceSpans: tagOf(1, BYTES) };
const RESOURCE_SPANS = { resource: tagOf(1, BYTES), scopeSpans: tagOf(2, BYTES), schemaUrl: tagOf(3, BYTES) };
const SCOPE_SPANS = { scope: tagOf(1, BYTES), schemaUrl: tagOf(3, BYTES) };
const RESOURCE = { attributes: tagOf(1, BYTES), droppedAttributes: tagOf(2, VARINT) };
const SCOPE = { name: tagOf(1, BYTES), version: tagOf(2, BYTES) };
/** The initial room for fields that `write` adds; it grows on demand. */
const ROOM_BYTES = 64;

/** An `ExportTraceServiceRequest` with these spans. */
export function requestBytes(
  written: readonly Uint8Array[],
  { resource, instrumentationScope: scope }: Pick<ReadableSpan, 'resource' | 'instrumentationScope'>,
): Uint8Array {
  const scopeBytes = message(SCOPE_SPANS.scope, [], (writer) => {
    writeText(writer, SCOPE.name, scope.name);
    if (scope.version) writeText(writer, SCOPE.version, scope.version);
  });
  const scopeSpans = message(RESOURCE_SPANS.scopeSpans, [scopeBytes, ...written], (writer) => {
    if (scope.schemaUrl) writeText(writer, SCOPE_SPANS.schemaUrl, scope.schemaUrl);
  });
  const resourceBytes = message(RESOURCE_SPANS.resource, [], (writer) => {
    writeAttributes(writer, RESOURCE.attributes, resource.attributes);
    writeNone(writer, RESOURCE.droppedAttributes);
  });
  return message(REQUEST.resourceSpans, [resourceBytes, scopeSpans], (writer) => {
    if (resource.schemaUrl) writeText(writer, RESOURCE_SPANS.schemaUrl, resource.schemaUrl);
  });
}

/** A message with these fields, and what `write` adds. */
function message(tag: number, fields: readonly Uint8Array[], write?: (writer: ProtobufWriter) => void): Uint8Array {
  const size = fields.reduce((total, { byteLength }) => total + byteLength, 0);
  const writer = new ProtobufWriter(size + ROOM_BYTES);
  writer.begin();
  for (const field of fields) writer.bytes(field);
  write?.(writer);
  return writer.end(tag);
}
