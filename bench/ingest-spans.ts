/**
 * Spans for the ingest benchmark, about 3 kB each, as an instrumentation sends them with content. Each agent run has 20
 * spans: one for the agent, ten generations with thinking, a message and a tool call, and nine tool executions.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { ROOT_CONTEXT, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';

const SPANS_PER_TRACE = 20;
const SPANS_PER_REQUEST = 512;

export interface ExportRequest {
  spans: ReadableSpan[];
  /** Protobuf, as an exporter sends it. */
  body: Uint8Array;
}

/** Whole traces, one after the other. Ids are new each time, so nothing was stored before. */
export function makeRequests(count: number): ExportRequest[] {
  return inRequests(makeSpans(count));
}

/**
 * The same spans as live agents send them: each request holds one span of 512 traces, and the next span of these traces
 * comes after one span of all others.
 */
export function makeLiveRequests(count: number): ExportRequest[] {
  const spans = makeSpans(count);
  const steps = Array.from({ length: SPANS_PER_TRACE }, (_, step) =>
    spans.filter((_, index) => index % SPANS_PER_TRACE === step),
  );
  return steps.flatMap(inRequests);
}

/** One trace that receives span after span. */
export function makeLongTrace(count: number): ExportRequest[] {
  return inRequests(makeSpans(count, count));
}

function inRequests(spans: readonly ReadableSpan[]): ExportRequest[] {
  const count = Math.ceil(spans.length / SPANS_PER_REQUEST);
  return Array.from({ length: count }, (_, index) => {
    const part = spans.slice(index * SPANS_PER_REQUEST, (index + 1) * SPANS_PER_REQUEST);
    return { spans: part, body: ProtobufTraceSerializer.serializeRequest(part)! };
  });
}

function makeSpans(count: number, perTrace = SPANS_PER_TRACE): ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
  const tracer = provider.getTracer('bench');
  let run = newRun();
  for (let index = 0; index < count; index += 1) {
    const step = index % SPANS_PER_TRACE;
    if (index > 0 && index % perTrace === 0) run = newRun();
    const { name, attributes } = step === 0 ? agentSpan() : step % 2 === 1 ? generationSpan(run) : toolSpan(run);
    tracer.startSpan(name, { attributes }, run.context).end();
  }
  return memory.getFinishedSpans();
}

interface Run {
  context: Context;
  sessionId: string;
  question: string;
  callId: string;
  /** The result of the previous tool. */
  result: string;
}

function newRun(): Run {
  const parent = { traceId: hex(16), spanId: hex(8), traceFlags: TraceFlags.SAMPLED };
  return {
    context: trace.setSpanContext(ROOT_CONTEXT, parent),
    sessionId: `session-${hex(4)}`,
    question: prose(40),
    callId: '',
    result: prose(60),
  };
}

function agentSpan() {
  return {
    name: 'invoke_agent support',
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'support' },
  };
}

function generationSpan(run: Run) {
  run.callId = `call_${hex(12)}`;
  const call = { type: 'tool_call', id: run.callId, name: 'get_order', arguments: { order: hex(4), why: prose(8) } };
  const output = [{ type: 'reasoning', content: prose(130) }, { type: 'text', content: prose(25) }, call];
  const input = [
    { role: 'system', parts: [{ type: 'text', content: prose(120) }] },
    { role: 'user', parts: [{ type: 'text', content: run.question }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: `call_${hex(12)}`, response: run.result }] },
  ];
  return { name: 'chat gpt-5.2', attributes: { ...generationFacts(run), ...messages(input, output) } };
}

function messages(input: object[], output: object[]) {
  return {
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: output, finish_reason: 'tool_calls' }]),
  };
}

function generationFacts({ sessionId }: Run) {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.response.model': 'gpt-5.2-2025-12-11',
    'gen_ai.response.id': `resp_${hex(12)}`,
    'gen_ai.response.finish_reasons': ['tool_calls'],
    'gen_ai.request.stream': true,
    'gen_ai.usage.input_tokens': 1_200 + randomInt(2_000),
    'gen_ai.usage.cache_read.input_tokens': 800,
    'gen_ai.usage.output_tokens': 300 + randomInt(200),
    'gen_ai.usage.reasoning.output_tokens': 180 + randomInt(100),
    'session.id': sessionId,
  };
}

function toolSpan(run: Run) {
  run.result = JSON.stringify({ order: hex(4), state: 'shipped', lines: [prose(70), prose(70)], notes: prose(140) });
  return {
    name: 'execute_tool get_order',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_order',
      'gen_ai.tool.call.id': run.callId,
      'gen_ai.tool.call.arguments': JSON.stringify({ order: hex(4), why: prose(8) }),
      'gen_ai.tool.call.result': run.result,
    },
  };
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Common words occur more often than rare ones, so that the text compresses as real text does: about 2.5 to 1. */
const WORDS =
  `the to of and a in is that for it as was with be by on not he this are or his from at which but have an had they you were their one
all we can her has there been if more when will would who so no order customer shipment address before should check whether status refund
policy warehouse delivery because tracking number first second result does match email account payment invoice amount currency was paid
delayed carrier returned approve request details missing possible answer reply polite however although evidence suggests likely reason stock
item quantity replace cancel confirm date window Thursday morning escalated previously agent supervisor threshold automatic exception limit
verify signature damaged photo uploaded warranty expired voucher discount applied twice subscription renewal tier loyalty regional tax`.split(
    /\s+/,
  );

function prose(words: number): string {
  return Array.from({ length: words }, word).join(' ');
}

function word(): string {
  const chance = Math.random();
  if (chance > 0.96) return String(randomInt(100_000));
  return WORDS[Math.floor(chance ** 2 * 1.08 * WORDS.length) % WORDS.length]!;
}
