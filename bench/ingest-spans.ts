/** Spans for the benchmark of ingest, about 3 kB each, as an instrumentation with contents sends them: agent runs of 16 generations and 4 tool calls. */
import { randomBytes } from 'node:crypto';
import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';

const SPANS_PER_TRACE = 20;
const TOOLS_PER_TRACE = 4;

/** One OTLP request body with fresh ids. */
export function encodeRequest(spans: readonly ReadableSpan[]): Uint8Array {
  return ProtobufTraceSerializer.serializeRequest([...spans])!;
}

export function makeSpans(count: number): ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
  const tracer = provider.getTracer('bench');
  let context = ROOT_CONTEXT;
  for (let index = 0; index < count; index += 1) {
    if (index % SPANS_PER_TRACE === 0) context = newTrace();
    const isTool = index % SPANS_PER_TRACE < TOOLS_PER_TRACE;
    const attributes = isTool ? toolAttributes(index) : generationAttributes(index);
    tracer.startSpan(isTool ? 'execute_tool get_order' : 'chat gpt-5.2', { attributes }, context).end();
  }
  return memory.getFinishedSpans();
}

function newTrace() {
  const parent = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    traceFlags: TraceFlags.SAMPLED,
  };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

function generationAttributes(index: number) {
  const parts = [
    { type: 'reasoning', content: words(60) },
    { type: 'tool_call', id: `call_${index}`, name: 'get_order', arguments: { id: index } },
  ];
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.response.model': 'gpt-5.2-2025-12-11',
    'gen_ai.response.id': `resp_${randomBytes(12).toString('hex')}`,
    'gen_ai.response.finish_reasons': ['tool_calls'],
    'gen_ai.request.stream': true,
    'gen_ai.usage.input_tokens': 1_200,
    'gen_ai.usage.cache_read.input_tokens': 800,
    'gen_ai.usage.output_tokens': 300,
    'gen_ai.usage.reasoning.output_tokens': 180,
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: words(150) }] }]),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
    'session.id': 'session-1',
  };
}

function toolAttributes(index: number) {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_order',
    'gen_ai.tool.call.id': `call_${index + TOOLS_PER_TRACE}`,
    'gen_ai.tool.call.arguments': JSON.stringify({ id: index }),
    'gen_ai.tool.call.result': words(200),
  };
}

/** Random, so that compression has something to do. */
function words(count: number): string {
  return Array.from({ length: count }, () =>
    Math.random()
      .toString(36)
      .slice(2, 4 + Math.random() * 7),
  ).join(' ');
}
