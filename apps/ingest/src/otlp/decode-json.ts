/**
 * ExportTraceServiceRequest, OTLP/JSON → spans: proto3 JSON with hex ids, integer enums, lowerCamelCase keys; unknown
 * fields are ignored.
 */
import { COST, spend } from './allowance.ts';
import { attributesOf, leftOut, count, idsOf, list, nanos, objectAt, readGroups, text } from './json-fields.ts';
import { emptySpan, type Span, type SpanEvent, type SpanLink } from './wire.ts';

const LEVELS = { resources: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' };

/** Throws MalformedOtlp naming the place when the body is not OTLP/JSON. */
export function decodeJson(body: Uint8Array): Span[] {
  return readGroups(body, LEVELS, (item, { resource, scope }, path) =>
    readSpan(item, emptySpan(resource, scope), path),
  );
}

/** OTLP/JSON has numbers; general serialisers of protobuf write the names, and a failure must not be lost for it. */
const STATUS_NAMES: ReadonlyMap<unknown, number> = new Map([
  ['STATUS_CODE_OK', 1],
  ['STATUS_CODE_ERROR', 2],
]);

function readSpan(item: unknown, empty: Span, path: string): Span {
  const from = objectAt(item, path);
  const status = objectAt(from.status ?? {}, `${path}.status`);
  return {
    ...empty,
    ...idsOf(from, ['traceId', 'spanId', 'parentSpanId']),
    name: text(from.name),
    kind: count(from.kind),
    startTimeUnixNano: nanos(from.startTimeUnixNano, `${path}.startTimeUnixNano`),
    endTimeUnixNano: nanos(from.endTimeUnixNano, `${path}.endTimeUnixNano`),
    attributes: attributesOf(from, path),
    events: list(from, 'events', path).map((event, index) => readEvent(event, `${path}.events[${index}]`)),
    links: list(from, 'links', path).map((link, index) => readLink(link, `${path}.links[${index}]`)),
    statusCode: STATUS_NAMES.get(status.code) ?? count(status.code),
    statusMessage: text(status.message),
    droppedAttributesCount: count(from.droppedAttributesCount) + leftOut(from),
    droppedEventsCount: count(from.droppedEventsCount),
    droppedLinksCount: count(from.droppedLinksCount),
  };
}

function readEvent(item: unknown, path: string): SpanEvent {
  spend(COST.event);
  const from = objectAt(item, path);
  return {
    timeUnixNano: nanos(from.timeUnixNano, `${path}.timeUnixNano`),
    name: text(from.name),
    attributes: attributesOf(from, path),
  };
}

function readLink(item: unknown, path: string): SpanLink {
  spend(COST.event);
  const from = objectAt(item, path);
  return { ...idsOf(from, ['traceId', 'spanId']), attributes: attributesOf(from, path) };
}
