// Spans as any OpenTelemetry exporter would send them: for journeys about keys and about hostile contents.
import { randomBytes } from 'node:crypto';

export interface SpanInput {
  name: string;
  attributes: Record<string, string | number | string[]>;
  /** Attributes of the process that sends. */
  resource?: SpanInput['attributes'];
}

/** One trace of one span, OTLP/JSON; or one more span of a trace. */
export function traceOf({ name, attributes, resource = {} }: SpanInput, traceId = randomBytes(16).toString('hex')) {
  const now = BigInt(Date.now()) * 1_000_000n;
  const span = {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name,
    kind: 3,
    startTimeUnixNano: String(now - 1_000_000_000n),
    endTimeUnixNano: String(now),
    attributes: keyValues(attributes),
  };
  const resourceSpans = [{ resource: { attributes: keyValues(resource) }, scopeSpans: [{ spans: [span] }] }];
  return { traceId, body: { resourceSpans } };
}

/** A response that thought and then asked for a tool without arguments. */
export function thoughtOf(content: string, tool: string, traceId: string) {
  const parts = [
    { type: 'reasoning', content },
    { type: 'tool_call', id: tool, name: tool, arguments: {} },
  ];
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
    'gen_ai.usage.output_tokens': 50,
  };
  return traceOf({ name: 'chat gpt-5.2', attributes }, traceId).body;
}

/** A tool that ran and returned `result`. */
export function resultOf(result: string, tool = 'read_file', more: SpanInput['attributes'] = {}) {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.result': result,
    ...more,
  };
  return traceOf({ name: `execute_tool ${tool}`, attributes });
}

const keyValues = (attributes: SpanInput['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: string | number | string[]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  return { arrayValue: { values: value.map(anyValue) } };
}

/** Resolves to the status of the answer. */
export async function send(body: object, { ingestUrl, key }: { ingestUrl: string; key: string }): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const response = await fetch(`${ingestUrl}/v1/traces`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.status;
}
