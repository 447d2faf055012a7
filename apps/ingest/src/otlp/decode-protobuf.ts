/** ExportTraceServiceRequest, protobuf → spans. Field numbers from opentelemetry-proto trace/v1, common/v1, resource/v1. */
import { PbfReader } from 'pbf';
import { readBytes, readFixed64, readInt64, readMessage, readString, type ReadField } from './protobuf-fields.ts';
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

/** Throws MalformedOtlp when the bytes are not protobuf; unknown fields are skipped. */
export function decodeProtobuf(body: Uint8Array): Span[] {
  const spans: Span[] = [];
  try {
    const reader = new PbfReader(body);
    reader.readFields(readRequest, spans);
    if (reader.pos > reader.length) throw new MalformedOtlp('The protobuf body is cut off.');
  } catch (error) {
    if (error instanceof MalformedOtlp) throw error;
    throw new MalformedOtlp(`The body is not a protobuf ExportTraceServiceRequest (${String(error)}).`);
  }
  return spans;
}

const readRequest: ReadField<Span[]> = (field, spans, reader) => {
  if (field !== 1) return;
  const group: ResourceSpans = { resource: { attributes: new Map() }, scopes: [] };
  readMessage(reader, readResourceSpans, group);
  // The resource may stand behind its spans: they share one object, filled in whichever order.
  for (const scopeSpans of group.scopes) for (const span of scopeSpans) spans.push(span);
};

interface ResourceSpans {
  resource: Resource;
  scopes: Span[][];
}

const readResourceSpans: ReadField<ResourceSpans> = (field, group, reader) => {
  if (field === 1) readMessage(reader, readResource, group.resource);
  else if (field === 2) {
    const scopeSpans = { resource: group.resource, scope: emptyScope(), spans: [] };
    group.scopes.push(readMessage(reader, readScopeSpans, scopeSpans).spans);
  }
};

const readResource: ReadField<Resource> = (field, resource, reader) => {
  if (field === 1) readAttribute(reader, resource.attributes, 0);
};

interface ScopeSpans {
  resource: Resource;
  scope: Scope;
  spans: Span[];
}

const readScopeSpans: ReadField<ScopeSpans> = (field, group, reader) => {
  if (field === 1) readMessage(reader, readScope, group.scope);
  else if (field === 2) group.spans.push(readMessage(reader, readSpan, emptySpan(group.resource, group.scope)));
};

const emptyScope = (): Scope => ({ name: '', version: '', attributes: new Map() });

const readScope: ReadField<Scope> = (field, scope, reader) => {
  if (field === 1) scope.name = readString(reader);
  else if (field === 2) scope.version = readString(reader);
  else if (field === 3) readAttribute(reader, scope.attributes, 0);
};

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
  9: (span, reader) => readAttribute(reader, span.attributes, 0),
  10: (span, reader) => (span.droppedAttributesCount = reader.readVarint()),
  11: (span, reader) => span.events.push(readMessage(reader, readEvent, emptyEvent())),
  13: (span, reader) => span.links.push(readMessage(reader, readLink, emptyLink())),
  15: (span, reader) => void readMessage(reader, readStatus, span),
};

const emptyEvent = (): SpanEvent => ({ timeUnixNano: 0n, name: '', attributes: new Map() });

const readEvent: ReadField<SpanEvent> = (field, event, reader) => {
  if (field === 1) event.timeUnixNano = readFixed64(reader);
  else if (field === 2) event.name = readString(reader);
  else if (field === 3) readAttribute(reader, event.attributes, 0);
};

const emptyLink = (): SpanLink => ({ traceId: NO_BYTES, spanId: NO_BYTES, attributes: new Map() });

const readLink: ReadField<SpanLink> = (field, link, reader) => {
  if (field === 1) link.traceId = readBytes(reader);
  else if (field === 2) link.spanId = readBytes(reader);
  else if (field === 4) readAttribute(reader, link.attributes, 0);
};

const readStatus: ReadField<Span> = (field, span, reader) => {
  if (field === 2) span.statusMessage = readString(reader);
  else if (field === 3) span.statusCode = reader.readVarint();
};

interface KeyValue {
  key: string;
  value: AttributeValue;
  depth: number;
}

function readAttribute(reader: PbfReader, attributes: Attributes, depth: number): void {
  const pair = readMessage(reader, readKeyValue, { key: '', value: null, depth });
  attributes.set(pair.key, pair.value);
}

const readKeyValue: ReadField<KeyValue> = (field, pair, reader) => {
  if (field === 1) pair.key = readString(reader);
  else if (field === 2) pair.value = readMessage(reader, readAnyValue, { value: null, depth: pair.depth }).value;
};

interface Value {
  value: AttributeValue;
  depth: number;
}

const readAnyValue: ReadField<Value> = (field, holder, reader) => {
  if (field === 1) holder.value = readString(reader);
  else if (field === 2) holder.value = reader.readBoolean();
  else if (field === 3) holder.value = readInt64(reader);
  else if (field === 4) holder.value = reader.readDouble();
  else if (field === 7) holder.value = readBytes(reader);
  else if (field === 5 || field === 6) holder.value = readNested(field, holder, reader);
};

function readNested(field: 5 | 6, { depth }: Value, reader: PbfReader): AttributeValue {
  if (depth >= DEEPEST_VALUE) {
    // Not read at all: pbf skips a field that nobody reads.
    return TOO_DEEP;
  }
  if (field === 5) return readMessage(reader, readArray, { values: [], depth: depth + 1 }).values;
  return readMessage(reader, readKeyValueList, { values: new Map(), depth: depth + 1 }).values;
}

const readArray: ReadField<{ values: AttributeValue[]; depth: number }> = (field, list, reader) => {
  if (field === 1) list.values.push(readMessage(reader, readAnyValue, { value: null, depth: list.depth }).value);
};

const readKeyValueList: ReadField<{ values: Attributes; depth: number }> = (field, list, reader) => {
  if (field === 1) readAttribute(reader, list.values, list.depth);
};
