/** What keeps a decoded span out of the database: the reason as a sentence, for quarantine and partialSuccess. */
import type { Span, UnreadIds } from './wire.ts';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
/** 2262-04-11: the last moment that a signed number of nanoseconds can name. A time beyond it is a unit error of the sender. */
const LATEST_UNIX_NANO = 2n ** 63n - 1n;
/** 1971-01-01. Today in seconds, milliseconds or microseconds is before it, and no time that a list would ever show. */
const EARLIEST_UNIX_NANO = 365n * 86_400n * 1_000_000_000n;

/** undefined when the span can be stored. */
export function reasonToReject(span: Span): string | undefined {
  const unread = reasonOfUnread(span.unreadIds);
  if (unread !== undefined) return unread;
  if (!isId(span.traceId, TRACE_ID_BYTES)) return `trace id must be ${TRACE_ID_BYTES} bytes and not all zero`;
  if (!isId(span.spanId, SPAN_ID_BYTES)) return `span id must be ${SPAN_ID_BYTES} bytes and not all zero`;
  if (span.parentSpanId.length > 0 && span.parentSpanId.length !== SPAN_ID_BYTES) {
    return `parent span id must be empty or ${SPAN_ID_BYTES} bytes`;
  }
  if (span.startTimeUnixNano <= 0n) return 'start time is missing';
  if (span.startTimeUnixNano < EARLIEST_UNIX_NANO) return 'time is of the year 1970: it should be in nanoseconds';
  if (span.startTimeUnixNano > LATEST_UNIX_NANO || span.endTimeUnixNano > LATEST_UNIX_NANO) {
    return 'time is after the year 2262: it should be in nanoseconds';
  }
  return undefined;
}

/** Why a span or log record with such ids cannot be stored; undefined when it has none. */
export function reasonOfUnread(ids: UnreadIds | undefined): string | undefined {
  if (ids?.traceId !== undefined) return `trace id must be ${TRACE_ID_BYTES * 2} hexadecimal digits`;
  if (ids?.spanId !== undefined) return `span id must be ${SPAN_ID_BYTES * 2} hexadecimal digits`;
  if (ids?.parentSpanId === undefined) return undefined;
  return `parent span id must be empty or ${SPAN_ID_BYTES * 2} hexadecimal digits`;
}

/** True when not one span has ids: so do log records that were posted to the path of traces, since their fields have the same numbers. */
export function looksLikeAnotherSignal(spans: readonly Span[]): boolean {
  return spans.length > 0 && spans.every(hasNoIds);
}

const hasNoIds = ({ traceId, spanId, unreadIds }: Span): boolean =>
  traceId.length === 0 && spanId.length === 0 && unreadIds === undefined;

const isId = (bytes: Uint8Array, length: number): boolean =>
  bytes.length === length && bytes.some((byte) => byte !== 0);
