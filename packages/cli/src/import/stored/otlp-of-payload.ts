// A span or a log record as it was sent, from the JSON that Subtext keeps of it, as OTLP again.
import type { OtlpRecord } from '../send.ts';

type Fields = Readonly<Record<string, unknown>>;

/** undefined: the text is not what Subtext keeps of a span. */
export function otlpOfPayload(text: string): OtlpRecord | undefined {
  const payload = objectOf(text);
  if (payload === undefined || typeof payload.traceId !== 'string') return undefined;
  const { name, version, attributes } = fieldsOf(payload.scope);
  const isLog = 'eventName' in payload;
  return {
    signal: isLog ? 'logs' : 'traces',
    resource: JSON.stringify(keyValues(payload.resource)),
    scope: JSON.stringify({ name, version, attributes: keyValues(attributes) }),
    record: JSON.stringify(isLog ? logOf(payload) : spanOf(payload)),
  };
}

function objectOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** They stand beside the record. */
const WITHOUT_ORIGIN = { resource: undefined, scope: undefined };

function spanOf({ attributes, events, links, ...span }: Fields): object {
  const withAttributes = (items: unknown) =>
    listOf(items).map((item) => ({ ...item, attributes: keyValues(item.attributes) }));
  return {
    ...span,
    ...WITHOUT_ORIGIN,
    attributes: keyValues(attributes),
    events: withAttributes(events),
    links: withAttributes(links),
  };
}

/** A record without times has the time at which it arrived first. */
function logOf({ attributes, body, arrivedUnixNano, ...log }: Fields): object {
  const isTimeless = log.timeUnixNano === '0' && log.observedTimeUnixNano === '0';
  return {
    ...log,
    ...WITHOUT_ORIGIN,
    ...(isTimeless && arrivedUnixNano !== undefined && { observedTimeUnixNano: arrivedUnixNano }),
    ...(body !== undefined && body !== null && { body: anyValue(body) }),
    attributes: keyValues(attributes),
  };
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const keyValues = (attributes: unknown): object[] =>
  Object.entries(fieldsOf(attributes)).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return value === null || value === undefined ? {} : { kvlistValue: { values: keyValues(value) } };
}
