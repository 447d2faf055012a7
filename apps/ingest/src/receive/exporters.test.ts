/** The answers of ingest as the official exporters understand them. */
import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

/** An agent with one model call and one tool call, as an instrumentation records them. */
async function someSpans(): Promise<ReadableSpan[]> {
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
  const tracer = provider.getTracer('an-instrumentation', '1.2.3');
  const agent = tracer.startSpan(
    'invoke_agent shop',
    { attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
    ROOT_CONTEXT,
  );
  const inside = trace.setSpan(ROOT_CONTEXT, agent);
  const output = [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'Need stock first.' },
        { type: 'text', content: 'Let me check the stock.' },
        { type: 'tool_call', id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' } },
      ],
    },
  ];
  const generation = tracer.startSpan('chat gpt-5.2', {}, inside);
  generation.setAttributes({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.usage.input_tokens': 1_000,
    'gen_ai.usage.output_tokens': 200,
    'gen_ai.usage.reasoning.output_tokens': 64,
    'gen_ai.output.messages': JSON.stringify(output),
  });
  generation.end();
  const tool = tracer.startSpan('execute_tool get_stock', {}, inside);
  tool.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_stock',
    'gen_ai.tool.call.id': 'call_1',
  });
  tool.setStatus({ code: SpanStatusCode.ERROR, message: 'no such product' });
  tool.end();
  agent.end();
  await provider.forceFlush();
  return memory.getFinishedSpans();
}

type Exporter = JsonExporter | ProtobufExporter;

/** undefined when the exporter counts the spans as delivered. */
function exportWith(exporter: Exporter, spans: ReadableSpan[]): Promise<Error | undefined> {
  return new Promise((resolve) =>
    exporter.export(spans, (result) => resolve(result.code === 0 ? undefined : (result.error ?? new Error()))),
  );
}

const EXPORTERS = [
  ['protobuf', ProtobufExporter, 'none'],
  ['protobuf, gzip', ProtobufExporter, 'gzip'],
  ['JSON', JsonExporter, 'none'],
  ['JSON, gzip', JsonExporter, 'gzip'],
] as const;

describe.each(EXPORTERS)('the %s exporter', (_name, Exporter, compression) => {
  const exporterFor = (url: string, key: string): Exporter =>
    new Exporter({
      url: `${url}/v1/traces`,
      headers: { authorization: `Bearer ${key}` },
      compression: compression as never,
    });

  test('delivers an agent run, from span to thought', async () => {
    const spans = await someSpans();
    expect(await exportWith(exporterFor(server.url, server.key), spans)).toBeUndefined();
    const traceId = Buffer.from(spans[0]!.spanContext().traceId, 'hex');
    const [run] = await server.database.sql`SELECT name, span_count, call_count, step_count, error_count, input_tokens,
      reasoning_tokens, generations_reporting FROM traces WHERE trace_id = ${traceId}`;
    expect({ ...run }).toEqual({
      name: 'invoke_agent shop',
      span_count: 3,
      call_count: 1,
      step_count: 1,
      error_count: 1,
      input_tokens: 1_000n,
      reasoning_tokens: 64n,
      generations_reporting: 1,
    });
    const calls = await server.database
      .sql`SELECT described_by, call_id, thinking_state, thought_preview, status FROM tool_calls
      WHERE trace_id = ${traceId} ORDER BY described_by`;
    expect([...calls]).toEqual([
      {
        described_by: 'execution',
        call_id: 'call_1',
        thinking_state: 'unreported',
        thought_preview: null,
        status: 'error',
      },
      {
        described_by: 'generation',
        call_id: 'call_1',
        thinking_state: 'readable',
        thought_preview: 'Need stock first.',
        status: 'unset',
      },
    ]);
  });

  test('reports why its key is refused, and drops the spans', async () => {
    const error = await exportWith(exporterFor(server.url, `sbtx_live_${'0'.repeat(40)}`), await someSpans());
    expect(error).toMatchObject({ code: 401 });
  });

  test('reports that a request is too large, and drops the spans', async () => {
    const spans = await someSpans();
    const many = Array.from({ length: 4_000 }, () => spans).flat();
    expect(await exportWith(exporterFor(server.url, server.key), many)).toMatchObject({ code: 413 });
  });
});

test('an exporter keeps its spans while we are overloaded, and delivers them then', async () => {
  const small = await startIngest({ memoryBytes: 1 });
  const spans = await someSpans();
  const exporter = new ProtobufExporter({
    url: `${small.url}/v1/traces`,
    headers: { authorization: `Bearer ${small.key}` },
  });
  const delivery = exportWith(exporter, spans);
  await expect.poll(() => small.log.some((line) => line.error === 'OVERLOADED')).toBe(true);
  const { port } = new URL(small.url);
  await small.ingest.close();
  const roomy = await startIngest({}, { port: Number(port), database: small.database });
  expect(await delivery).toBeUndefined();
  const [row] = await roomy.database.sql`SELECT count(*)::int AS spans FROM spans`;
  expect(row!.spans).toBe(3);
  await roomy.close();
});
