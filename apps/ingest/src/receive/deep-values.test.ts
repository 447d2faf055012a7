/**
 * Values nested deeper than programs walk: the span is stored, its texts are kept as they came, and nothing goes to
 * quarantine.
 */
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { PbfWriter } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deepArray, deepMap, deepProtobuf, deepText } from '../testing/deep-values.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest({ bodyBytes: 16 * 1024 ** 2 });
});
afterAll(() => server.close());

async function send(path: '/v1/traces' | '/v1/logs', body: Uint8Array, type: string) {
  const headers = { 'content-type': type, 'x-api-key': server.key };
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
}

const sendJson = (request: object, deep = '') =>
  send('/v1/traces', Buffer.from(JSON.stringify(request).replace('"HERE"', () => deep)), 'application/json');

const sendProtobuf = (body: Uint8Array) => send('/v1/traces', body, 'application/x-protobuf');

const argumentsOf = async (name: string): Promise<unknown[]> => {
  const rows = await server.database.sql`
    SELECT texts.arguments FROM tool_calls calls JOIN tool_call_texts texts USING (project_id, day, trace_id, span_id, call_index)
    WHERE calls.tool_name = ${name}`;
  return rows.map((row) => row.arguments as unknown);
};

/** A span with these attributes, in each form. */
function textSpan(attributes: Record<string, string>): { json: object; protobuf: Uint8Array } {
  const json = jsonRequest([
    jsonSpan({ attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })) }),
  ]);
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
  provider.getTracer('deep').startSpan('deep', { attributes }).end();
  return { json, protobuf: ProtobufTraceSerializer.serializeRequest(memory.getFinishedSpans())! };
}

const toolSpan = (name: string, given: string) =>
  textSpan({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': name,
    'gen_ai.tool.call.arguments': given,
    'gen_ai.tool.call.result': given,
  });

function generation(name: string, given: string) {
  const call = { type: 'tool_call', id: name, name, arguments: 'HERE' };
  const messages = JSON.stringify([{ role: 'assistant', parts: [call] }]).replace('"HERE"', () => given);
  return textSpan({ 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': messages });
}

describe.each([10_000, 100_000])('%i levels', (depth) => {
  afterAll(async () => {
    const [row] = await server.database.sql`SELECT count(*)::int AS aside FROM quarantine`;
    expect(row).toEqual({ aside: 0 });
  });

  test.each([
    ['of a tool that ran', toolSpan],
    ['in the messages of a model', generation],
  ])('of arguments %s are kept as they came', async (place, span) => {
    const name = `${place} ${depth}`;
    const { json, protobuf } = span(name, deepText(depth));
    expect(await sendJson(json)).toEqual({ status: 200, body: '{}' });
    expect(await sendProtobuf(protobuf)).toEqual({ status: 200, body: '' });
    expect(await argumentsOf(name)).toEqual([deepText(depth), deepText(depth)]);
  });

  test.each([
    ['lists', deepArray],
    ['maps', deepMap],
  ])('of %s in OTLP are stored as far as they are walked, with a mark', async (kind, deep) => {
    const span = jsonSpan({ name: `${kind} ${depth}`, attributes: [{ key: 'deep', value: 'HERE' }] });
    expect(await sendJson(jsonRequest([span]), deep(depth))).toEqual({ status: 200, body: '{}' });
    expect(await isStored(span.spanId)).toBe(true);
  });

  test('of lists in protobuf are stored as far as they are walked', async () => {
    const { traceId, spanId } = jsonSpan();
    const message = (field: number, ...parts: Uint8Array[]) => {
      const writer = new PbfWriter();
      writer.writeBytesField(field, Buffer.concat(parts));
      return writer.finish().slice();
    };
    const attribute = message(9, message(1, Buffer.from('deep')), message(2, deepProtobuf(depth)));
    const ids = [message(1, Buffer.from(traceId, 'hex')), message(2, Buffer.from(spanId, 'hex'))];
    const start = new PbfWriter();
    start.writeFixed64Field(7, 1_790_000_000_000_000_000);
    const span = message(2, ...ids, start.finish(), attribute);
    expect(await sendProtobuf(message(1, message(2, span)))).toEqual({ status: 200, body: '' });
    expect(await isStored(spanId)).toBe(true);
  });

  test('of the body of a log record are stored as far as they are walked', async () => {
    const { traceId, spanId } = jsonSpan();
    const record = { traceId, spanId, timeUnixNano: '1790000000000000000', body: 'HERE' };
    const request = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
    const body = JSON.stringify(request).replace('"HERE"', () => deepMap(depth));
    expect(await send('/v1/logs', Buffer.from(body), 'application/json')).toEqual({ status: 200, body: '{}' });
  });
});

async function isStored(spanId: string): Promise<boolean> {
  const rows = await server.database.sql`SELECT 1 FROM spans WHERE encode(span_id, 'hex') = ${spanId}`;
  return rows.length === 1;
}
