/** Any failure → an answer that an OTLP sender understands, and a log line without contents. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, IngestError } from './errors.ts';
import { encodeStatus, otlpType } from './otlp/respond.ts';

export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof IngestError ? error : translate(error);
  const { status, code, ...rest } = ERRORS[known.kind];
  const told = { error: known.kind, status, path: request.url.split('?')[0] };
  // A cause is another program's error. Messages of the database can quote values: its code says enough, but for class 42, which names tables.
  if (status >= 500) request.log.error({ ...told, cause: summaryOf(known.cause) }, known.message);
  else request.log.info(told, 'refused');
  const type = otlpType(request.headers['content-type']) ?? 'application/json';
  if ('retryAfter' in rest) reply.header('retry-after', rest.retryAfter);
  // The rest of a body that nobody reads would have to be received first.
  if (!request.raw.readableEnded) reply.header('connection', 'close');
  return reply
    .code(status)
    .type(type)
    .send(Buffer.from(encodeStatus(type, code, known.message)));
}

/** Fastify's own refusals (a broken URL, a broken header) are the sender's fault; everything else is ours. */
function translate(error: unknown): IngestError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
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

const LATER = 'is not received yet; this version takes traces (POST /v1/traces).';

/** Says what to do instead, since exporters show nothing but this text. */
export function noSuchPath(request: FastifyRequest): IngestError {
  const path = request.url.split('?')[0] ?? '';
  const method = request.method;
  if (path === '/v1/logs' || path === '/v1/metrics') return new IngestError('NO_SUCH_PATH', `${path} ${LATER}`);
  if (path === '/v1/traces') return new IngestError('NO_SUCH_PATH', `/v1/traces takes POST, not ${method}.`);
  if (path === '/') {
    const advice = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is used as it is: it must end in /v1/traces.';
    return new IngestError('NO_SUCH_PATH', advice);
  }
  return new IngestError('NO_SUCH_PATH', 'There is nothing here. Traces go to POST /v1/traces.');
}
