/** `POST /v1/traces`: who sends, what and how much; then export-traces.ts. Answers after the commit. */
import type { Sql } from '@subtext/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Authenticator } from './authenticate.ts';
import type { Batcher } from './batcher.ts';
import type { Limits } from './env.ts';
import { IngestError } from './errors.ts';
import { exportTraces } from './export-traces.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { encodeSuccess, otlpType } from './otlp/respond.ts';
import { readBody, tooLarge } from './read-body.ts';
import { within } from './within.ts';

export interface Receiver {
  sql: Sql;
  keys: Authenticator;
  batcher: Batcher;
  limits: Limits;
  budget: MemoryBudget;
}

/** Exporters wait ten seconds for an answer; a later one is of no use to anybody. */
const ANSWER_WITHIN_MS = 9_000;

export async function receiveTraces(
  receiver: Receiver,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { limits, budget } = receiver;
  const { headers } = request;
  const key = await receiver.keys.authenticate(headers);
  const type = otlpType(headers['content-type']);
  if (type === undefined) throw new IngestError('UNSUPPORTED_TYPE', WHICH_TYPES);
  if (Number(headers['content-length'] ?? 0) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  const body = await readBody(request.body as Readable, headers['content-encoding'], {
    bodyBytes: limits.bodyBytes,
    budget,
  });
  const startedAt = performance.now();
  const work = exportTraces({ projectId: key.projectId, type, body: body.bytes }, receiver).finally(body.release);
  const { spans, partial } = await within(ANSWER_WITHIN_MS, work, tooSlow);
  const told = { projectId: key.projectId, spans, bytes: body.bytes.length, rejected: partial?.rejectedSpans ?? 0 };
  request.log[told.rejected > 0 ? 'warn' : 'debug']({ ...told, milliseconds: performance.now() - startedAt }, 'stored');
  return reply
    .code(200)
    .type(type)
    .send(Buffer.from(encodeSuccess(type, partial)));
}

const WHICH_TYPES =
  'Content-Type must be application/x-protobuf or application/json (OTLP/HTTP; gRPC is not served on this port).';

const tooSlow = () => new IngestError('OVERLOADED', 'The database is too slow just now; send again.');
