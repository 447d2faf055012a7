/**
 * Shared by all transports for an export request: authentication, content type and size, then the exporter. Done after
 * the commit.
 */
import type { ApiKey } from '@subtext/db';
import type { FastifyBaseLogger } from 'fastify';
import type { Readable } from 'node:stream';
import type { Authenticator, Credentials } from './authenticate.ts';
import type { BudgetBoard } from './budget-board.ts';
import type { Limits } from '../env.ts';
import { IngestError } from '../errors.ts';
import type { Exporter } from '../exporter/index.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { OtlpType, PartialSuccess, Signal } from '../otlp/respond.ts';
import { signalOf } from '../otlp/signal-of.ts';
import { readBody, type Body } from './read-body.ts';
import { within } from '../within.ts';

export interface Receiver {
  keys: Authenticator;
  exporter: Exporter;
  limits: Limits;
  budget: MemoryBudget;
  budgets: BudgetBoard;
}

/** A request as its transport presents it, with its body unread. */
export interface Incoming {
  credentials: Credentials;
  logger: FastifyBaseLogger;
  /** Called when the sender is authenticated. Rejects with an IngestError. */
  open(): Promise<Opened> | Opened;
}

export interface Opened {
  /** undefined = detected from the body. */
  signal: Signal | undefined;
  type: OtlpType;
  stream: Readable;
  encoding: string | undefined;
}

export interface Received {
  signal: Signal;
  type: OtlpType;
  partial: PartialSuccess | undefined;
  /** Headers of an answer over HTTP; metadata over gRPC. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Exporters wait ten seconds for an answer; a later one is useless. The time they take to send their body does not
 * count.
 */
const ANSWER_WITHIN_MS = 9_000;

/** Resolves after the commit. Rejects with an IngestError. */
export async function receive(receiver: Receiver, incoming: Incoming): Promise<Received> {
  const arrivedAt = performance.now();
  const sender = await within(ANSWER_WITHIN_MS, receiver.keys.authenticate(incoming.credentials), tooSlow);
  const waited = performance.now() - arrivedAt;
  const opened = await incoming.open();
  const { limits, budget } = receiver;
  const body = await readBody(opened.stream, opened.encoding, { bodyBytes: limits.bodyBytes, budget });
  const startedAt = performance.now();
  const work = store(receiver, { sender, opened, body }).finally(body.release);
  const { signal, items, partial } = await within(ANSWER_WITHIN_MS - waited, work, tooSlow);
  const summary = { projectId: sender.projectId, signal, items, bytes: body.size, rejected: partial?.rejected ?? 0 };
  incoming.logger[summary.rejected > 0 ? 'warn' : 'debug'](
    { ...summary, milliseconds: performance.now() - startedAt },
    'stored',
  );
  return { signal, type: opened.type, partial, headers: receiver.budgets.headersOf(sender.projectId) };
}

interface Delivered {
  sender: ApiKey;
  opened: Opened;
  body: Body;
}

async function store(receiver: Receiver, delivered: Delivered) {
  const { sender, body } = delivered;
  const { id: keyId, projectId, rules, prices } = sender;
  const { type, signal: named } = delivered.opened;
  // The body is concatenated here only when its signal must be detected.
  const pieces = named ? body.pieces : [Buffer.concat(body.pieces)];
  const signal = named ?? signalOf(type, pieces[0]!);
  if (signal === undefined || signal === 'metrics') throw new IngestError('MALFORMED_OTLP', NEITHER);
  const result = await receiver.exporter.export({ projectId, keyId, signal, type, pieces, rules, prices });
  return { signal, ...result };
}

const NEITHER =
  'This is neither traces nor logs. Traces go to /v1/traces, logs to /v1/logs; metrics are not received (OTEL_METRICS_EXPORTER=none).';

const tooSlow = () => new IngestError('OVERLOADED', 'The database is too slow just now; send again.');
