/** OTLP/HTTP: one request and its answer, in the type of the request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { IngestError } from '../errors.ts';
import { encodeSuccess, otlpType, type Signal } from '../otlp/respond.ts';
import { tooLarge } from './read-body.ts';
import { receive, type Opened, type Receiver } from './receive.ts';

/**
 * Path → its signal; undefined = traces or logs, detected from the content: an endpoint configured without a path. The
 * paths of Langfuse, Braintrust and LangSmith are included, so that migrating from them is a one-line change.
 */
export const PATHS: ReadonlyMap<string, Signal | undefined> = new Map([
  ['/v1/traces', 'traces'],
  ['/v1/logs', 'logs'],
  ['/', undefined],
  ['/api/public/otel/v1/traces', 'traces'],
  ['/api/public/otel/v1/logs', 'logs'],
  ['/api/public/otel', undefined],
  ['/otel/v1/traces', 'traces'],
]);

export async function receiveHttp(
  receiver: Receiver,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = PATHS.get(request.routeOptions.url ?? '');
  const received = await receive(receiver, {
    credentials: request.headers,
    logger: request.log,
    open: () => open(request, signal, receiver.limits.bodyBytes),
  });
  return reply
    .code(200)
    .headers(received.headers)
    .type(received.type)
    .send(Buffer.from(encodeSuccess(received)));
}

function open({ headers, body }: FastifyRequest, signal: Signal | undefined, limit: number): Opened {
  const type = otlpType(headers['content-type']);
  if (type === undefined) throw new IngestError('UNSUPPORTED_TYPE', WHICH_TYPES);
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return { signal, type, stream: body as Readable, encoding: headers['content-encoding'] };
}

export const WHICH_TYPES =
  'Content-Type must be application/x-protobuf or application/json (OTLP/HTTP; gRPC has a port of its own, 4317).';
