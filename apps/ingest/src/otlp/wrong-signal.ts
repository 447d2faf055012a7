/** Requests that decode and still are not of the signal of their path: what the sender most likely meant. */
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
    return 'None of these spans has an id: they look like log records. /v1/traces takes traces; logs go to /v1/logs.';
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
  const keys = topLevelKeys(body);
  const key = signal === 'traces' ? 'resourceSpans' : 'resourceLogs';
  if (keys.length === 0 || keys.includes(key)) return undefined;
  const snake = key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
  const items = signal === 'traces' ? 'spans' : 'log records';
  return `No ${items} found: OTLP/JSON has "${key}" at the top, in lowerCamelCase (not ${snake}).`;
}

function topLevelKeys(body: Buffer): string[] {
  const value: unknown = JSON.parse(body.toString('utf8'));
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
