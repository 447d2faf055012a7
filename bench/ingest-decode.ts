/**
 * The smallest possible reader of an OTLP trace request: hand-written protobuf without any validation. Only for the
 * minimal receiver.
 */
import type { BareSpan } from './ingest-table.ts';

interface Cursor {
  bytes: Buffer;
  at: number;
}

function varint(cursor: Cursor): number {
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = cursor.bytes[cursor.at++]!;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 128;
  }
}

const VARINT = 0;
const FIXED64 = 1;
const FIXED32 = 5;

/** Calls `read` with each field up to `end`. Skips bytes that `read` does not consume. */
function fields(cursor: Cursor, end: number, read: (field: number, end: number) => void): void {
  while (cursor.at < end) {
    const tag = varint(cursor);
    const type = tag & 7;
    if (type === VARINT) {
      const at = cursor.at;
      read(tag >>> 3, at);
      if (cursor.at === at) varint(cursor);
      continue;
    }
    const size = type === FIXED64 ? 8 : type === FIXED32 ? 4 : varint(cursor);
    const next = cursor.at + size;
    read(tag >>> 3, next);
    cursor.at = next;
  }
}

export function decodeBare(bytes: Buffer): BareSpan[] {
  const cursor = { bytes, at: 0 };
  const spans: BareSpan[] = [];
  fields(cursor, bytes.length, (resourceSpans, end) => {
    if (resourceSpans !== 1) return;
    fields(cursor, end, (scopeSpans, scopeEnd) => {
      if (scopeSpans !== 2) return;
      fields(cursor, scopeEnd, (span, spanEnd) => {
        if (span === 2) spans.push(readSpan(cursor, spanEnd));
      });
    });
  });
  return spans;
}

function readSpan(cursor: Cursor, end: number): BareSpan {
  const { bytes } = cursor;
  const attributes = Object.create(null) as Record<string, unknown>;
  const span = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    kind: 0,
    startedAt: '',
    durationNs: 0,
    attributes,
  };
  let startMs = 0;
  let endMs = 0;
  fields(cursor, end, (field, fieldEnd) => {
    if (field === 1) span.traceId = bytes.toString('hex', cursor.at, fieldEnd);
    else if (field === 2) span.spanId = bytes.toString('hex', cursor.at, fieldEnd);
    else if (field === 4) span.parentSpanId = bytes.toString('hex', cursor.at, fieldEnd);
    else if (field === 5) span.name = bytes.toString('utf8', cursor.at, fieldEnd);
    else if (field === 6) span.kind = varint(cursor);
    else if (field === 7) startMs = millis(cursor);
    else if (field === 8) endMs = millis(cursor);
    else if (field === 9) readAttribute(cursor, fieldEnd, attributes);
  });
  span.startedAt = new Date(startMs).toISOString();
  span.durationNs = Math.max(0, Math.round((endMs - startMs) * 1e6));
  return span;
}

function millis({ bytes, at }: Cursor): number {
  return (bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32) / 1e6;
}

function readAttribute(cursor: Cursor, end: number, attributes: Record<string, unknown>): void {
  let key = '';
  let value: unknown = null;
  fields(cursor, end, (field, fieldEnd) => {
    if (field === 1) key = cursor.bytes.toString('utf8', cursor.at, fieldEnd);
    else if (field === 2) value = readValue(cursor, fieldEnd);
  });
  attributes[key] = value;
}

function readValue(cursor: Cursor, end: number): unknown {
  let value: unknown = null;
  fields(cursor, end, (field, fieldEnd) => {
    if (field === 1) value = cursor.bytes.toString('utf8', cursor.at, fieldEnd);
    else if (field === 2) value = varint(cursor) !== 0;
    else if (field === 3) value = varint(cursor);
    else if (field === 4) value = cursor.bytes.readDoubleLE(cursor.at);
    else if (field === 5) value = readList(cursor, fieldEnd);
  });
  return value;
}

function readList(cursor: Cursor, end: number): unknown[] {
  const values: unknown[] = [];
  fields(cursor, end, (field, fieldEnd) => {
    if (field === 1) values.push(readValue(cursor, fieldEnd));
  });
  return values;
}
