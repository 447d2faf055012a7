/**
 * OTLP/gRPC on a separate port. Export is a unary call: one message with its length in front, and a status in the
 * trailers. It uses Node's own HTTP/2, so that a call is handled like an HTTP request: nothing is read before the key
 * is checked, and every byte counts against the same memory budget. (@grpc/grpc-js delivers whole messages, from any
 * number of clients at once.)
 */
import { constants, createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { IngestError } from '../errors.ts';
import { openMessage, frame } from './grpc-message.ts';
import { grpcStatusOf, OK, trailersOf } from './grpc-status.ts';
import { encodeSuccess, type Signal } from '../otlp/respond.ts';
import { receive, type Receiver } from './receive.ts';
import type { IngestMetrics } from '../metrics/ingest-metrics.ts';
import { ingestErrorOf, logFailure } from './reply-error.ts';

export interface GrpcServer {
  /** Resolves to the port. */
  listen(place: { host: string; port: number }): Promise<number>;
  /** Answers the calls in progress and takes no more. */
  close(): Promise<void>;
}

const METHODS: ReadonlyMap<string, Signal> = new Map([
  ['/opentelemetry.proto.collector.trace.v1.TraceService/Export', 'traces'],
  ['/opentelemetry.proto.collector.logs.v1.LogsService/Export', 'logs'],
]);
const METRICS = '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export';

/** Maximum concurrent calls per connection; further ones wait at the client. */
const MAX_STREAMS = 128;
/** A client that needs longer for its message is not sending. */
const MESSAGE_TIMEOUT_MS = 60_000;

export function createGrpcServer(
  receiver: Receiver,
  logger: FastifyBaseLogger,
  onAnswer: IngestMetrics['request'],
): GrpcServer {
  const server = createServer({ settings: { maxConcurrentStreams: MAX_STREAMS } });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => {
    // A disconnecting client ends its own stream; nothing else needs to be done.
    stream.on('error', () => undefined);
    const since = performance.now();
    void answer(receiver, { stream, headers, logger }).then((status) =>
      onAnswer({ transport: 'grpc', status, seconds: (performance.now() - since) / 1_000 }),
    );
  });
  return {
    listen: ({ host, port }) => listening(server, host, port),
    async close() {
      if (!server.listening) return;
      const closed = promisify(server.close.bind(server))();
      for (const session of sessions) session.close();
      await closed;
    },
  };
}

function listening(server: Http2Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

interface Call {
  stream: ServerHttp2Stream;
  headers: IncomingHttpHeaders;
  logger: FastifyBaseLogger;
}

/** Resolves to the gRPC status; never rejects. */
async function answer(receiver: Receiver, call: Call): Promise<number> {
  const { stream, headers, logger } = call;
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), MESSAGE_TIMEOUT_MS).unref();
  try {
    const received = await receive(receiver, {
      credentials: headers,
      logger,
      open: () => open(call, receiver.limits.bodyBytes),
    });
    succeed(stream, encodeSuccess(received), received.headers);
    return OK;
  } catch (error) {
    const ingestError = ingestErrorOf(error);
    logFailure(logger, ingestError, { transport: 'grpc', path: headers[':path'] ?? '' });
    fail(stream, ingestError);
    return grpcStatusOf(ingestError).code;
  } finally {
    clearTimeout(timer);
  }
}

async function open({ stream, headers }: Call, limit: number) {
  const type = headers['content-type'] ?? '';
  if (!/^application\/grpc(\+proto)?(;|$)/.test(type)) throw new IngestError('UNSUPPORTED_TYPE', WHICH_TYPE);
  const path = headers[':path'] ?? '';
  const signal = METHODS.get(path);
  if (signal === undefined) throw new IngestError('NO_SUCH_PATH', path === METRICS ? NO_METRICS : NO_SUCH_METHOD);
  const { payload, compressed } = await openMessage(stream, limit);
  const encoding = headers['grpc-encoding'];
  return {
    signal,
    type: 'application/x-protobuf' as const,
    stream: payload,
    encoding: compressed && typeof encoding === 'string' ? encoding : undefined,
  };
}

const WHICH_TYPE = 'This port takes gRPC: OTLP over HTTP has a port of its own, 4318.';
const NO_METRICS = 'Metrics are not received: set OTEL_METRICS_EXPORTER=none, or send them elsewhere.';
const NO_SUCH_METHOD = 'There is no such method. Export of TraceService and of LogsService is served.';

const HEADERS = { ':status': 200, 'content-type': 'application/grpc', 'grpc-accept-encoding': 'identity,gzip' };

function succeed(stream: ServerHttp2Stream, message: Uint8Array, metadata: Readonly<Record<string, string>>): void {
  if (stream.closed || stream.destroyed) return;
  stream.respond({ ...HEADERS, ...metadata }, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(OK) }));
  stream.end(frame(message));
}

function fail(stream: ServerHttp2Stream, error: IngestError): void {
  if (stream.closed || stream.destroyed) return;
  stream.respond({ ...HEADERS, ...trailersOf(grpcStatusOf(error)) }, { endStream: true });
  // The rest of an unread message need not be sent. Received bytes are discarded: unread, they would keep the stream
  // open.
  if (!stream.readableEnded) stream.unpipe().resume().close(constants.NGHTTP2_NO_ERROR);
}
