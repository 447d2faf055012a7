/** Turns any failure into an answer that an OTLP sender understands, and a log line without contents. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, IngestError } from '../errors.ts';
import { encodeStatus, otlpType } from '../otlp/respond.ts';
import { PATHS, WHICH_TYPES } from './receive-http.ts';

export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const ingestError = ingestErrorOf(error);
  const { status, code, ...rest } = ERRORS[ingestError.kind];
  logFailure(request.log, ingestError, { path: request.url.split('?')[0] ?? '' });
  const type = otlpType(request.headers['content-type']) ?? 'application/json';
  if ('retryAfter' in rest) reply.header('retry-after', rest.retryAfter);
  if (ingestError.kind === 'UNSUPPORTED_ENCODING') reply.header('accept-encoding', 'gzip, identity');
  // Otherwise the unread rest of the body would have to be received first.
  if (!request.raw.readableEnded) reply.header('connection', 'close');
  return reply
    .code(status)
    .type(type)
    .send(Buffer.from(encodeStatus(type, code, ingestError.message)));
}

export const ingestErrorOf = (error: unknown): IngestError => (error instanceof IngestError ? error : translate(error));

/** `request`: its method, path and kind, but none of its contents. */
export function logFailure(logger: FastifyBaseLogger, error: IngestError, request: Record<string, string>): void {
  const { status } = ERRORS[error.kind];
  const line = { error: error.kind, status, ...request };
  // A cause is another program's error. Database messages can quote values, so only the code is logged, except for
  // class 42, which names tables.
  if (status >= 500) logger.error({ ...line, cause: summaryOf(error.cause) }, error.message);
  else logger.info(line, 'refused');
}

/** Fastify's own refusals (a broken URL, a broken header) are the client's fault; everything else is ours. */
function translate(error: unknown): IngestError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 415) return new IngestError('UNSUPPORTED_TYPE', WHICH_TYPES, { cause: error });
  if (status < 500) return new IngestError('MALFORMED_OTLP', (error as Error).message, { cause: error });
  return new IngestError('INTERNAL', 'Something went wrong here; send again.', { cause: error });
}

function summaryOf(cause: unknown): object | undefined {
  if (!(cause instanceof Error)) return undefined;
  return {
    name: cause.name,
    code: 'code' in cause ? cause.code : undefined,
    ...('code' in cause && String(cause.code).startsWith('42') && { message: cause.message }),
    stack: cause.stack?.split('\n').slice(1, 6),
  };
}

/** Says what to do instead, because exporters show only this text. */
export function noSuchPath(request: FastifyRequest): IngestError {
  const path = request.url.split('?')[0] ?? '';
  if (path.endsWith('/v1/metrics')) return new IngestError('NO_SUCH_PATH', NO_METRICS);
  if (PATHS.has(path)) return new IngestError('NO_SUCH_PATH', `${path} takes POST, not ${request.method}.`);
  return new IngestError('NO_SUCH_PATH', 'There is nothing here. Traces go to POST /v1/traces, logs to POST /v1/logs.');
}

const NO_METRICS =
  'Metrics are not received: set OTEL_METRICS_EXPORTER=none, or send them elsewhere. Traces go to /v1/traces, logs to /v1/logs.';
