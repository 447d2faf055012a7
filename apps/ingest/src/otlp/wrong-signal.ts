/** Requests that decode and still are not traces: what the sender most likely meant. */
import { looksLikeAnotherSignal } from './check-span.ts';
import type { OtlpType } from './respond.ts';
import type { Span } from './wire.ts';

const OTHER_SIGNALS = [
  ['resourceLogs', 'logs', '/v1/logs'],
  ['resourceMetrics', 'metrics', '/v1/metrics'],
] as const;

/** Why the request is refused as a whole; undefined when it is not. */
export function complaintAbout(spans: readonly Span[], type: OtlpType, body: Buffer): string | undefined {
  if (looksLikeAnotherSignal(spans)) {
    return 'None of these spans has an id: they look like log records. /v1/traces takes traces; logs go to /v1/logs.';
  }
  if (spans.length > 0 || type !== 'application/json') return undefined;
  const keys = topLevelKeys(body);
  const other = OTHER_SIGNALS.find(([key]) => keys.includes(key));
  return other && `These are ${other[1]}: /v1/traces takes traces; ${other[1]} go to ${other[2]}.`;
}

/** Advice on a request without spans; undefined when it is simply empty. */
export function hintFor(type: OtlpType, body: Buffer): string | undefined {
  if (type !== 'application/json') return undefined;
  const keys = topLevelKeys(body);
  if (keys.length === 0 || keys.includes('resourceSpans')) return undefined;
  return 'No spans found: OTLP/JSON has "resourceSpans" at the top, in lowerCamelCase (not resource_spans).';
}

function topLevelKeys(body: Buffer): string[] {
  return Object.keys(JSON.parse(body.toString('utf8')) as object);
}
