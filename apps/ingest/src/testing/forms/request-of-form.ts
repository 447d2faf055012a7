/** A run as the request that an exporter sends. */
import { randomBytes } from 'node:crypto';
import { jsonSpan } from '../otlp-json.ts';
import { exchangesOf, type AgentRun } from './agent-run.ts';
import type { Attributes, Form } from './forms.ts';

export interface SentRun {
  traceId: string;
  /** One for each turn, in their order. */
  spanIds: string[];
  request: object;
}

const BEGIN = 1_790_000_000_000_000_000n;
const SECOND = 1_000_000_000n;

export function requestOfForm({ scope, spanName = 'chat', span: write }: Form, run: AgentRun): SentRun {
  const traceId = randomBytes(16).toString('hex');
  const spans = exchangesOf(run).map((exchange, index) => {
    const { attributes, events = [] } = write(exchange);
    const begin = BEGIN + BigInt(index) * SECOND;
    return jsonSpan({
      ...{ traceId, name: spanName, startTimeUnixNano: String(begin), endTimeUnixNano: String(begin + SECOND / 2n) },
      attributes: listOf(attributes),
      events: events.map((event) => ({
        ...{ name: event.name, timeUnixNano: String(begin), attributes: listOf(event.attributes) },
      })),
    });
  });
  return {
    traceId,
    spanIds: spans.map(({ spanId }) => spanId),
    request: { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: scope }, spans }] }] },
  };
}

const listOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

function valueOf(value: unknown): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(valueOf) } };
  if (typeof value === 'number') return { intValue: String(value) };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: String(value) };
}
