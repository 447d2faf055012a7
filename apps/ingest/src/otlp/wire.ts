/**
 * OTLP traces and logs as the decoders return them: typed, with every external key in a Map. The next stage is
 * normalise/.
 */

/** `kvlist` becomes a Map, so that a key such as `__proto__` is only a key. int64 beyond 2^53 stays a bigint. */
export type AttributeValue =
  string | number | bigint | boolean | null | Uint8Array | AttributeValue[] | Map<string, AttributeValue>;
export type Attributes = Map<string, AttributeValue>;

export interface Resource {
  attributes: Attributes;
}

export interface Scope {
  name: string;
  version: string;
  attributes: Attributes;
}

export interface SpanEvent {
  timeUnixNano: bigint;
  name: string;
  attributes: Attributes;
}

/** Ids of OTLP/JSON that are not hexadecimal, as sent. The bytes of such an id are empty. */
export type UnreadIds = Readonly<Partial<Record<IdName, string>>>;
export type IdName = 'traceId' | 'spanId' | 'parentSpanId';

export interface SpanLink {
  traceId: Uint8Array;
  spanId: Uint8Array;
  unreadIds?: UnreadIds;
  attributes: Attributes;
}

/** A span as sent. Ids have the sender's length: `check-span.ts` decides what can be stored. */
export interface Span {
  traceId: Uint8Array;
  spanId: Uint8Array;
  /** Empty for a root. */
  parentSpanId: Uint8Array;
  unreadIds?: UnreadIds;
  name: string;
  /** 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  startTimeUnixNano: bigint;
  endTimeUnixNano: bigint;
  attributes: Attributes;
  events: SpanEvent[];
  links: SpanLink[];
  /** 0 unset, 1 ok, 2 error. */
  statusCode: number;
  statusMessage: string;
  droppedAttributesCount: number;
  /** Messages of generation A are events: dropped events lose them. */
  droppedEventsCount: number;
  droppedLinksCount: number;
  resource: Resource;
  scope: Scope;
}

/** A log record as sent. Ids are empty when it belongs to no trace. */
export interface LogRecord {
  /** 0 = not reported. */
  timeUnixNano: bigint;
  observedTimeUnixNano: bigint;
  /**
   * Arrival time for a record without either time: it happened then or before. 0 = it has one, or the arrival is
   * unknown.
   */
  arrivedUnixNano: bigint;
  /** 1–24; 17 and more are errors. */
  severityNumber: number;
  severityText: string;
  body: AttributeValue;
  attributes: Attributes;
  droppedAttributesCount: number;
  traceId: Uint8Array;
  spanId: Uint8Array;
  unreadIds?: UnreadIds;
  /** From the field; older senders use the attribute `event.name`. */
  eventName: string;
  resource: Resource;
  scope: Scope;
}

/**
 * Limit per span, resource or map. Further attributes are left out and, on a span, counted as dropped: real ones have
 * far fewer, and each costs time and memory.
 */
export const MAX_ATTRIBUTES = 10_000;

/** Deeper values are replaced by this text: real values are never nested so deep, and recursion must end. */
export const DEEPEST_VALUE = 64;
export const TOO_DEEP = `[nested deeper than ${DEEPEST_VALUE} levels]`;

/** The body is not OTLP; the message says where, and what to do. Becomes a 400. */
export class MalformedOtlp extends Error {
  override name = 'MalformedOtlp';
}

export const emptySpan = (resource: Resource, scope: Scope): Span => ({
  traceId: NO_BYTES,
  spanId: NO_BYTES,
  parentSpanId: NO_BYTES,
  name: '',
  kind: 0,
  startTimeUnixNano: 0n,
  endTimeUnixNano: 0n,
  attributes: new Map(),
  events: [],
  links: [],
  statusCode: 0,
  statusMessage: '',
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
  resource,
  scope,
});

export const emptyLogRecord = (resource: Resource, scope: Scope): LogRecord => ({
  timeUnixNano: 0n,
  observedTimeUnixNano: 0n,
  arrivedUnixNano: 0n,
  severityNumber: 0,
  severityText: '',
  body: null,
  attributes: new Map(),
  droppedAttributesCount: 0,
  traceId: NO_BYTES,
  spanId: NO_BYTES,
  eventName: '',
  resource,
  scope,
});

export const NO_BYTES = new Uint8Array(0);

/** Some SDKs write zeros for a missing id. */
export const isId = (bytes: Uint8Array): boolean => bytes.some((byte) => byte !== 0);

/**
 * In OTLP a time of 0 means "not set". A collector then sets the time of observation. 0 when the record has neither.
 */
export const reportedTime = ({ timeUnixNano, observedTimeUnixNano }: LogRecord): bigint =>
  timeUnixNano > 0n ? timeUnixNano : observedTimeUnixNano;
