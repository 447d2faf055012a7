/** ExportLogsServiceRequest, OTLP/JSON → log records. */
import { anyValue, attributesOf, count, idsOf, nanos, objectAt, readGroups, text } from './json-fields.ts';
import { emptyLogRecord, type LogRecord } from './wire.ts';

const LEVELS = { resources: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' };

/** Throws MalformedOtlp naming the place when the body is not OTLP/JSON. */
export function decodeJsonLogs(body: Uint8Array): LogRecord[] {
  return readGroups(body, LEVELS, (item, { resource, scope }, path) =>
    readLogRecord(item, emptyLogRecord(resource, scope), path),
  );
}

function readLogRecord(item: unknown, empty: LogRecord, path: string): LogRecord {
  const from = objectAt(item, path);
  return {
    ...empty,
    timeUnixNano: nanos(from.timeUnixNano, `${path}.timeUnixNano`),
    observedTimeUnixNano: nanos(from.observedTimeUnixNano, `${path}.observedTimeUnixNano`),
    severityNumber: count(from.severityNumber),
    severityText: text(from.severityText),
    body: anyValue(from.body, { path: `${path}.body`, depth: 0 }),
    attributes: attributesOf(from, path),
    droppedAttributesCount: count(from.droppedAttributesCount),
    ...idsOf(from, ['traceId', 'spanId']),
    eventName: text(from.eventName),
  };
}
