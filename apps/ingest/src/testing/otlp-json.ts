/** OTLP/JSON by hand, for requests that no exporter would send. */
import { randomBytes } from 'node:crypto';

export interface JsonSpan {
  traceId: string;
  spanId: string;
  name?: string;
  [field: string]: unknown;
}

export function jsonSpan(fields: Record<string, unknown> = {}): JsonSpan {
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'chat gpt-5.2',
    kind: 3,
    startTimeUnixNano: '1790000000000000000',
    endTimeUnixNano: '1790000001500000000',
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'gpt-5.2' } },
      { key: 'gen_ai.usage.output_tokens', value: { intValue: '96' } },
    ],
    status: { code: 1 },
    ...fields,
  };
}

export function jsonRequest(spans: readonly object[]): object {
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'by-hand' }, spans }] }] };
}
