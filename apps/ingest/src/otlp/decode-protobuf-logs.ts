/** ExportLogsServiceRequest, protobuf → log records. Field numbers from opentelemetry-proto logs/v1. */
import type { PbfReader } from 'pbf';
import { readBytes, readFixed64, readMessage, readString, type ReadField } from './protobuf-fields.ts';
import { readAttribute, readGroups, readValue } from './protobuf-values.ts';
import { emptyLogRecord, MalformedOtlp, type LogRecord } from './wire.ts';

/** Throws MalformedOtlp when the bytes are not protobuf, or are spans; unknown fields are skipped. */
export function decodeProtobufLogs(body: Uint8Array): LogRecord[] {
  return readGroups(body, 'ExportLogsServiceRequest', (reader, resource, scope) =>
    readMessage(reader, readLogRecord, emptyLogRecord(resource, scope)),
  );
}

const readLogRecord: ReadField<LogRecord> = (field, record, reader) => {
  const read = LOG_RECORD_FIELDS[field];
  read?.(record, reader);
};

const LOG_RECORD_FIELDS: Readonly<Record<number, (record: LogRecord, reader: PbfReader) => void>> = {
  1: (record, reader) => (record.timeUnixNano = readTime(reader)),
  2: (record, reader) => (record.severityNumber = reader.readVarint()),
  3: (record, reader) => (record.severityText = readString(reader)),
  5: (record, reader) => (record.body = readValue(reader)),
  6: (record, reader) => readAttribute(reader, record.attributes, 0),
  7: (record, reader) => (record.droppedAttributesCount = reader.readVarint()),
  9: (record, reader) => (record.traceId = readBytes(reader)),
  10: (record, reader) => (record.spanId = readBytes(reader)),
  11: (record, reader) => (record.observedTimeUnixNano = readTime(reader)),
  12: (record, reader) => (record.eventName = readString(reader)),
};

const FIXED_64 = 1;

/** Where a log record has its time, a span has its trace id and a metric its name. */
function readTime(reader: PbfReader): bigint {
  if (reader.type !== FIXED_64)
    throw new MalformedOtlp('These are no log records: they have text in the place of the time.');
  return readFixed64(reader);
}
