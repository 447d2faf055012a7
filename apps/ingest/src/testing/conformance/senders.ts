/**
 * Who sends: the real exporters of OpenTelemetry, and bare clients of HTTP and gRPC for what no exporter would send.
 */
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { OTLPLogExporter as GrpcLogs } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as GrpcTraces } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import {
  InMemoryLogRecordExporter,
  LoggerProvider,
  SimpleLogRecordProcessor,
  type ReadableLogRecord,
} from '@opentelemetry/sdk-logs';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { TestIngest } from '../ingest.ts';

export interface Telemetry {
  spans: ReadableSpan[];
  /** Log records of the last span. */
  logs: ReadableLogRecord[];
  spanIds: string[];
}

/** An agent with a model call, as an instrumentation records it; the contents of the call are in a log record. */
export function someTelemetry(count = 1): Telemetry {
  const spans = new InMemorySpanExporter();
  const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }).getTracer(
    'an-instrumentation',
  );
  const records = new InMemoryLogRecordExporter();
  const logger = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: records })] }).getLogger(
    'an-instrumentation',
  );
  for (let index = 0; index < count; index++) {
    const agent = tracer.startSpan(
      'invoke_agent shop',
      { attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
      ROOT_CONTEXT,
    );
    const inside = trace.setSpan(ROOT_CONTEXT, agent);
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-5.2',
      'gen_ai.usage.output_tokens': 96,
    };
    const call = tracer.startSpan('chat gpt-5.2', { attributes }, inside);
    const output = [
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' } }] },
    ];
    logger.emit({
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: { 'gen_ai.output.messages': output },
      context: trace.setSpan(ROOT_CONTEXT, call),
    });
    call.end();
    agent.end();
  }
  const finished = spans.getFinishedSpans();
  return {
    spans: finished,
    logs: records.getFinishedLogRecords(),
    spanIds: finished.map((span) => span.spanContext().spanId),
  };
}

export const encoded = {
  traces: {
    json: (some: Telemetry) => bytes(JsonTraceSerializer.serializeRequest(some.spans)),
    protobuf: (some: Telemetry) => bytes(ProtobufTraceSerializer.serializeRequest(some.spans)),
  },
  logs: {
    json: (some: Telemetry) => bytes(JsonLogsSerializer.serializeRequest(some.logs)),
    protobuf: (some: Telemetry) => bytes(ProtobufLogsSerializer.serializeRequest(some.logs)),
  },
};

function bytes(body: Uint8Array | undefined): Buffer {
  if (body === undefined) throw new Error('The serializer of OpenTelemetry gave nothing.');
  return Buffer.from(body);
}

export interface Delivery {
  some: Telemetry;
  key: string;
  compression?: 'gzip' | 'none';
  /** In the place of the right path. */
  path?: string;
}

/** Resolves to undefined when the exporter counts it as delivered, else to what it reports. */
export type Exporter = (server: Pick<TestIngest, 'url' | 'grpcUrl'>, delivery: Delivery) => Promise<Error | undefined>;

const HTTP_TRACES = { json: JsonTraces, protobuf: ProtobufTraces };
const HTTP_LOGS = { json: JsonLogs, protobuf: ProtobufLogs };

interface OfSdk<Item> {
  export(items: Item[], done: (result: { code: number; error?: Error }) => void): void;
  shutdown(): Promise<void>;
}

async function exported<Item>(exporter: OfSdk<Item>, items: Item[]): Promise<Error | undefined> {
  const outcome = await new Promise<Error | undefined>((resolve) =>
    exporter.export(items, (result) => resolve(result.code === 0 ? undefined : (result.error ?? new Error('failed')))),
  );
  await exporter.shutdown();
  return outcome;
}

const optionsOf = ({ key, compression = 'none' }: Delivery) => ({
  headers: { authorization: `Bearer ${key}` },
  compression: compression as never,
});

export const HTTP_EXPORTERS: Record<'traces' | 'logs', Record<'json' | 'protobuf', Exporter>> = {
  traces: { json: httpTraces('json'), protobuf: httpTraces('protobuf') },
  logs: { json: httpLogs('json'), protobuf: httpLogs('protobuf') },
};

function httpTraces(encoding: 'json' | 'protobuf'): Exporter {
  return ({ url }, delivery) =>
    exported(
      new HTTP_TRACES[encoding]({ url: `${url}${delivery.path ?? '/v1/traces'}`, ...optionsOf(delivery) }),
      delivery.some.spans,
    );
}

function httpLogs(encoding: 'json' | 'protobuf'): Exporter {
  return ({ url }, delivery) =>
    exported(
      new HTTP_LOGS[encoding]({ url: `${url}${delivery.path ?? '/v1/logs'}`, ...optionsOf(delivery) }),
      delivery.some.logs,
    );
}

export const GRPC_EXPORTERS: Record<'traces' | 'logs', Exporter> = {
  traces: ({ grpcUrl }, delivery) =>
    exported(new GrpcTraces({ url: grpcUrl, ...grpcOptions(delivery) }), delivery.some.spans),
  logs: ({ grpcUrl }, delivery) =>
    exported(new GrpcLogs({ url: grpcUrl, ...grpcOptions(delivery) }), delivery.some.logs),
};

function grpcOptions({ key, compression = 'none' }: Delivery) {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${key}`);
  return { metadata, compression: compression as never };
}

export interface HttpAnswer {
  status: number;
  type: string;
  retryAfter: string | null;
  /** For a refused encoding: the accepted ones. */
  acceptEncoding: string | null;
  body: Buffer;
  /** The parsed body of a JSON answer. */
  json: Record<string, unknown>;
}

export async function post(
  url: string,
  body: Uint8Array | string,
  headers: Record<string, string>,
): Promise<HttpAnswer> {
  const answer = await fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers });
  const type = answer.headers.get('content-type') ?? '';
  const received = Buffer.from(await answer.arrayBuffer());
  const json = type === 'application/json' ? (JSON.parse(received.toString('utf8')) as Record<string, unknown>) : {};
  const [retryAfter, acceptEncoding] = [answer.headers.get('retry-after'), answer.headers.get('accept-encoding')];
  return { status: answer.status, type, retryAfter, acceptEncoding, body: received, json };
}

export interface GrpcAnswer {
  /** 0 = OK. */
  code: number;
  message: string;
  /** google.rpc.Status of a failure. */
  details: Buffer;
  body: Buffer;
}

export const EXPORT = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};

const asIs = (body: Buffer): Buffer => body;

/** One unary call by the client of gRPC. */
export function call(
  url: string,
  method: string,
  { body, key }: { body: Uint8Array; key?: string },
): Promise<GrpcAnswer> {
  const client = new Client(new URL(url).host, credentials.createInsecure());
  const metadata = new Metadata();
  if (key !== undefined) metadata.set('authorization', `Bearer ${key}`);
  return new Promise((resolve) => {
    const done = (error: ServiceError | null, answer?: Buffer) => {
      client.close();
      const [details] = error?.metadata.get('grpc-status-details-bin') ?? [];
      resolve({
        code: error?.code ?? 0,
        message: error?.details ?? '',
        details: Buffer.isBuffer(details) ? details : Buffer.alloc(0),
        body: answer ?? Buffer.alloc(0),
      });
    };
    client.makeUnaryRequest(method, asIs, asIs, Buffer.from(body), metadata, { deadline: Date.now() + 15_000 }, done);
  });
}
