/** Spans as a sender writes them: what a test does not say is empty. */
import { emptySpan, type Attributes, type AttributeValue, type Span } from '../otlp/wire.ts';

export interface SentFields {
  scope?: string;
  name?: string;
  /** 0 unset, 1 ok, 2 error. */
  status?: number;
  attributes?: Record<string, AttributeValue>;
  resource?: Record<string, AttributeValue>;
  events?: readonly { name: string; attributes?: Record<string, AttributeValue>; timeUnixNano?: bigint }[];
}

export const START = 1_790_000_000_000_000_000n;

export function spanSent({ scope = '', name = 'span', status = 0, events = [], ...said }: SentFields): Span {
  const resource = { attributes: mapOf(said.resource) };
  return {
    ...emptySpan(resource, { name: scope, version: '', attributes: new Map() }),
    name,
    traceId: new Uint8Array(16).fill(3),
    spanId: new Uint8Array(8).fill(7),
    startTimeUnixNano: START,
    endTimeUnixNano: START + 1_500_000_000n,
    statusCode: status,
    attributes: mapOf(said.attributes),
    events: events.map((event) => ({ timeUnixNano: START, ...event, attributes: mapOf(event.attributes) })),
  };
}

const mapOf = (fields: Record<string, AttributeValue> = {}): Attributes => new Map(Object.entries(fields));
