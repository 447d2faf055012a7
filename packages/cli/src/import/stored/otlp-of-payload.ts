// A span or a log record as it was sent, from the JSON that Subtext keeps of it, as OTLP again.
import { list, parseJson, record, type JsonRecord } from '@subtext/reasoning';
import { anyValue, keyValues } from '../otlp-values.ts';
import type { OtlpRecord } from '../send.ts';

/** undefined: the text is not what Subtext keeps of a span. */
export function otlpOfPayload(text: string): OtlpRecord | undefined {
  const payload = record(parseJson(text));
  if (typeof payload.traceId !== 'string') return undefined;
  const { name, version, attributes } = record(payload.scope);
  const isLog = 'eventName' in payload;
  return {
    signal: isLog ? 'logs' : 'traces',
    resource: JSON.stringify(keyValues(record(payload.resource))),
    scope: JSON.stringify({ name, version, attributes: keyValues(record(attributes)) }),
    record: JSON.stringify(isLog ? logOf(payload) : spanOf(payload)),
  };
}

/** They stand beside the record. */
const WITHOUT_ORIGIN = { resource: undefined, scope: undefined };

function spanOf({ attributes, events, links, ...span }: JsonRecord): object {
  const withAttributes = (items: unknown) =>
    list(items)
      .map(record)
      .map((item) => ({ ...item, attributes: keyValues(record(item.attributes)) }));
  return {
    ...span,
    ...WITHOUT_ORIGIN,
    attributes: keyValues(record(attributes)),
    events: withAttributes(events),
    links: withAttributes(links),
  };
}

/** A record without times has the time at which it arrived first. */
function logOf({ attributes, body, arrivedUnixNano, ...log }: JsonRecord): object {
  const isTimeless = log.timeUnixNano === '0' && log.observedTimeUnixNano === '0';
  return {
    ...log,
    ...WITHOUT_ORIGIN,
    ...(isTimeless && arrivedUnixNano !== undefined && { observedTimeUnixNano: arrivedUnixNano }),
    ...(body !== undefined && body !== null && { body: anyValue(body) }),
    attributes: keyValues(record(attributes)),
  };
}
