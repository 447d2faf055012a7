/** ExportTraceServiceRequest, protobuf → spans. Field numbers from opentelemetry-proto trace/v1. */
import type { PbfReader } from 'pbf';
import { COST, spend } from './allowance.ts';
import { readBytes, readFixed64, readMessage, readString, type ReadField } from './protobuf-fields.ts';
import { readAttribute, readGroups } from './protobuf-values.ts';
import { NO_BYTES, emptySpan, type Span, type SpanEvent, type SpanLink } from './wire.ts';

/** Throws MalformedOtlp when the bytes are not protobuf; unknown fields are skipped. */
export function decodeProtobuf(body: Uint8Array): Span[] {
  return readGroups(body, 'ExportTraceServiceRequest', (reader, resource, scope) =>
    readMessage(reader, readSpan, emptySpan(resource, scope)),
  );
}

const readSpan: ReadField<Span> = (field, span, reader) => {
  const read = SPAN_FIELDS[field];
  read?.(span, reader);
};

const SPAN_FIELDS: Readonly<Record<number, (span: Span, reader: PbfReader) => void>> = {
  1: (span, reader) => (span.traceId = readBytes(reader)),
  2: (span, reader) => (span.spanId = readBytes(reader)),
  4: (span, reader) => (span.parentSpanId = readBytes(reader)),
  5: (span, reader) => (span.name = readString(reader)),
  6: (span, reader) => (span.kind = reader.readVarint()),
  7: (span, reader) => (span.startTimeUnixNano = readFixed64(reader)),
  8: (span, reader) => (span.endTimeUnixNano = readFixed64(reader)),
  9: (span, reader) => (span.droppedAttributesCount += readAttribute(reader, span.attributes, 0) ? 0 : 1),
  10: (span, reader) => (span.droppedAttributesCount += reader.readVarint()),
  11: (span, reader) => span.events.push(readMessage(reader, readEvent, emptyEvent())),
  12: (span, reader) => (span.droppedEventsCount = reader.readVarint()),
  13: (span, reader) => span.links.push(readMessage(reader, readLink, emptyLink())),
  14: (span, reader) => (span.droppedLinksCount = reader.readVarint()),
  15: (span, reader) => void readMessage(reader, readStatus, span),
};

function emptyEvent(): SpanEvent {
  spend(COST.event);
  return { timeUnixNano: 0n, name: '', attributes: new Map() };
}

const readEvent: ReadField<SpanEvent> = (field, event, reader) => {
  if (field === 1) event.timeUnixNano = readFixed64(reader);
  else if (field === 2) event.name = readString(reader);
  else if (field === 3) readAttribute(reader, event.attributes, 0);
};

function emptyLink(): SpanLink {
  spend(COST.event);
  return { traceId: NO_BYTES, spanId: NO_BYTES, attributes: new Map() };
}

const readLink: ReadField<SpanLink> = (field, link, reader) => {
  if (field === 1) link.traceId = readBytes(reader);
  else if (field === 2) link.spanId = readBytes(reader);
  else if (field === 4) readAttribute(reader, link.attributes, 0);
};

const readStatus: ReadField<Span> = (field, span, reader) => {
  if (field === 2) span.statusMessage = readString(reader);
  else if (field === 3) span.statusCode = reader.readVarint();
};
