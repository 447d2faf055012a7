/** Detects requests that decode but belong to another signal than their path, and what the sender most likely meant. */
import { looksLikeAnotherSignal } from './check-span.ts';
import type { OtlpType, Signal } from './respond.ts';
import type { Span } from './wire.ts';

const KEYS = [
  ['resourceSpans', 'traces'],
  ['resourceLogs', 'logs'],
  ['resourceMetrics', 'metrics'],
] as const;

const WHERE = {
  traces: 'go to /v1/traces',
  logs: 'go to /v1/logs',
  metrics: 'are not received here (OTEL_METRICS_EXPORTER=none)',
} as const;

/** Why the request is refused as a whole; undefined when it is not. */
export function complaintAbout(spans: readonly Span[], type: OtlpType, body: Buffer): string | undefined {
  if (looksLikeAnotherSignal(spans)) {
    const spelled = type === 'application/json' ? ' Ids of spans are "traceId" and "spanId", in lowerCamelCase.' : '';
    return `None of these spans has an id: they look like log records. /v1/traces takes traces; logs go to /v1/logs.${spelled}`;
  }
  return spans.length > 0 ? undefined : otherThan('traces', type, body);
}

/** JSON of another signal posted to the path of this one. */
export function otherThan(signal: Signal, type: OtlpType, body: Buffer): string | undefined {
  if (type !== 'application/json') return undefined;
  const keys = topLevelKeys(body);
  const [, other] = KEYS.find(([key, name]) => name !== signal && keys.includes(key)) ?? [];
  return other && `These are ${other}: /v1/${signal} takes ${signal}; ${other} ${WHERE[other]}.`;
}

/** Advice on a request with nothing in it; undefined when it is simply empty. */
export function hintFor(signal: Signal, type: OtlpType, body: Buffer): string | undefined {
  if (type !== 'application/json') return undefined;
  const { resources, scopes, items } = SPELLING[signal];
  const request = recordOf(JSON.parse(body.toString('utf8')));
  const isSpelled = (group: object) => Object.keys(group).length === 0 || scopes in group;
  const place = !(resources in request)
    ? Object.keys(request).length > 0 && `"${resources}" at the top`
    : !listOf(request[resources]).map(recordOf).every(isSpelled) && `"${scopes}" in each of "${resources}"`;
  return place ? `No ${items} found: OTLP/JSON has ${place}, in lowerCamelCase (not ${snake(resources)}).` : undefined;
}

const SPELLING = {
  traces: { resources: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' },
  logs: { resources: 'resourceLogs', scopes: 'scopeLogs', items: 'log records' },
} as const satisfies Record<Signal, object>;

const snake = (key: string): string => key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const topLevelKeys = (body: Buffer): string[] => Object.keys(recordOf(JSON.parse(body.toString('utf8'))));
