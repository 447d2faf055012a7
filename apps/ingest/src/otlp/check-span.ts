/** What keeps a decoded span out of the database: the reason, for quarantine, partialSuccess and metrics. */
import type { QuarantineReason } from '../quarantine/quarantine-reason.ts';
import { isId, type Span, type UnreadIds } from './wire.ts';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
/**
 * 2262-04-11: the last moment that a signed number of nanoseconds can name. A time beyond it is a unit error of the
 * sender.
 */
const LATEST_UNIX_NANO = 2n ** 63n - 1n;
/** 1971-01-01. Today in seconds, milliseconds or microseconds is before it, and no time that a list would ever show. */
const EARLIEST_UNIX_NANO = 365n * 86_400n * 1_000_000_000n;

/** undefined when the span can be stored. */
export function reasonToReject(span: Span): QuarantineReason | undefined {
  return reasonOfUnread(span.unreadIds) ?? reasonOfIds(span) ?? reasonOfTimes(span);
}

function reasonOfIds({ traceId, spanId, parentSpanId }: Span): QuarantineReason | undefined {
  if (!isIdOf(traceId, TRACE_ID_BYTES))
    return { kind: 'trace_id', sentence: `trace id must be ${TRACE_ID_BYTES} bytes and not all zero` };
  if (!isIdOf(spanId, SPAN_ID_BYTES))
    return { kind: 'span_id', sentence: `span id must be ${SPAN_ID_BYTES} bytes and not all zero` };
  if (parentSpanId.length > 0 && parentSpanId.length !== SPAN_ID_BYTES)
    return { kind: 'parent_span_id', sentence: `parent span id must be empty or ${SPAN_ID_BYTES} bytes` };
  return undefined;
}

function reasonOfTimes({ startTimeUnixNano, endTimeUnixNano }: Span): QuarantineReason | undefined {
  if (startTimeUnixNano <= 0n) return { kind: 'time', sentence: 'start time is missing' };
  if (startTimeUnixNano < EARLIEST_UNIX_NANO)
    return { kind: 'time', sentence: 'time is of the year 1970: it should be in nanoseconds' };
  if (startTimeUnixNano > LATEST_UNIX_NANO || endTimeUnixNano > LATEST_UNIX_NANO)
    return { kind: 'time', sentence: 'time is after the year 2262: it should be in nanoseconds' };
  return undefined;
}

/** A time that the database can hold and that is meant in nanoseconds. */
export const isStorableTime = (unixNano: bigint): boolean =>
  unixNano >= EARLIEST_UNIX_NANO && unixNano <= LATEST_UNIX_NANO;

/** Why a span or log record with such ids cannot be stored; undefined when it has none. */
export function reasonOfUnread(ids: UnreadIds | undefined): QuarantineReason | undefined {
  if (ids?.traceId !== undefined)
    return { kind: 'trace_id', sentence: `trace id must be ${TRACE_ID_BYTES * 2} hexadecimal digits` };
  if (ids?.spanId !== undefined)
    return { kind: 'span_id', sentence: `span id must be ${SPAN_ID_BYTES * 2} hexadecimal digits` };
  if (ids?.parentSpanId === undefined) return undefined;
  return {
    kind: 'parent_span_id',
    sentence: `parent span id must be empty or ${SPAN_ID_BYTES * 2} hexadecimal digits`,
  };
}

/**
 * True when not one span has ids: so do log records that were posted to the path of traces, since their fields have the
 * same numbers.
 */
export function looksLikeAnotherSignal(spans: readonly Span[]): boolean {
  return spans.length > 0 && spans.every(hasNoIds);
}

const hasNoIds = ({ traceId, spanId, unreadIds }: Span): boolean =>
  traceId.length === 0 && spanId.length === 0 && unreadIds === undefined;

const isIdOf = (bytes: Uint8Array, length: number): boolean => bytes.length === length && isId(bytes);
