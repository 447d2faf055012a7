/** Log records by hand, as OTLP/JSON. */

/** A value of OTLP/JSON from a plain one: text, numbers, booleans, lists and objects. */
function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value as object) } };
}

export function keyValues(fields: object): object[] {
  return Object.entries(fields).map(([key, value]) => ({ key, value: anyValue(value) }));
}

export interface LogFields {
  eventName?: string;
  traceId?: string;
  spanId?: string;
  body?: unknown;
  attributes?: object;
  timeUnixNano?: string;
  observedTimeUnixNano?: string;
}

export function jsonLog({ body, attributes = {}, ...fields }: LogFields): object {
  return {
    timeUnixNano: '1790000001000000000',
    ...fields,
    attributes: keyValues(attributes),
    ...(body !== undefined && { body: anyValue(body) }),
  };
}

export function jsonLogs(logRecords: readonly object[]): object {
  return { resourceLogs: [{ resource: { attributes: [] }, scopeLogs: [{ scope: { name: 'by-hand' }, logRecords }] }] };
}
