/** One export request: bytes → spans → rows → committed. Everything between HTTP and the database, in the order of the flow. */
import { quarantine, type QuarantinedSpan, type Sql, type StorableSpan } from '@subtext/db';
import type { Batcher } from './batcher.ts';
import { IngestError } from './errors.ts';
import { normalise } from './normalise/index.ts';
import { reasonToReject } from './otlp/check-span.ts';
import { decodeJson } from './otlp/decode-json.ts';
import { decodeProtobuf } from './otlp/decode-protobuf.ts';
import type { OtlpType, PartialSuccess } from './otlp/respond.ts';
import { MalformedOtlp, type Span } from './otlp/wire.ts';
import { complaintAbout, hintFor } from './otlp/wrong-signal.ts';
import { payloadOf } from './rows/payload.ts';
import { toStorable } from './rows/index.ts';

export interface ExportRequest {
  projectId: string;
  type: OtlpType;
  body: Buffer;
}

export interface ExportResult {
  spans: number;
  /** undefined when all is well. */
  partial: PartialSuccess | undefined;
}

export interface ExportTargets {
  batcher: Batcher;
  sql: Sql;
}

/** Resolves after the commit. Rejects with an IngestError. */
export async function exportTraces(request: ExportRequest, { batcher, sql }: ExportTargets): Promise<ExportResult> {
  const spans = decode(request);
  const { storable, refused } = prepare(request.projectId, spans);
  const rejections = await batcher.store(storable);
  refused.push(...rejections.map(({ span, reason }) => aside(request.projectId, span.body, reason)));
  await keepAside(sql, refused);
  return { spans: spans.length, partial: partialSuccess(refused) ?? hint(request, spans) };
}

function decode({ type, body }: ExportRequest): Span[] {
  try {
    const spans = type === 'application/json' ? decodeJson(body) : decodeProtobuf(body);
    const complaint = complaintAbout(spans, type, body);
    if (complaint !== undefined) throw new IngestError('MALFORMED_OTLP', complaint);
    return spans;
  } catch (error) {
    if (!(error instanceof MalformedOtlp)) throw error;
    // Logs and metrics have other field numbers: as spans they are broken more often than strange.
    const hint = type === 'application/json' ? '' : ' Traces only: logs go to /v1/logs, metrics to /v1/metrics.';
    throw new IngestError('MALFORMED_OTLP', `${error.message}${hint}`, { cause: error });
  }
}

/** A span that no reader survives must not take the others of its request with it. */
function prepare(projectId: string, spans: readonly Span[]): { storable: StorableSpan[]; refused: QuarantinedSpan[] } {
  const storable: StorableSpan[] = [];
  const refused: QuarantinedSpan[] = [];
  for (const span of spans) {
    const reason = reasonToReject(span);
    if (reason !== undefined) refused.push(aside(projectId, payloadOf(span), reason));
    else {
      try {
        storable.push(toStorable(projectId, normalise(span)));
      } catch (error) {
        refused.push(aside(projectId, payloadOf(span), `it could not be read (${(error as Error).name})`));
      }
    }
  }
  return { storable, refused };
}

function aside(projectId: string, body: string, reason: string): QuarantinedSpan {
  return { projectId, reason, contentType: 'application/json', body: Buffer.from(body) };
}

async function keepAside(sql: Sql, refused: readonly QuarantinedSpan[]): Promise<void> {
  await quarantine(sql, refused).catch((error: unknown) => {
    throw new IngestError('DATABASE_AWAY', 'The database cannot be reached; send again.', { cause: error });
  });
}

function partialSuccess(refused: readonly QuarantinedSpan[]): PartialSuccess | undefined {
  if (refused.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].map(([reason, count]) => `${count} × ${reason}`);
  return {
    rejectedSpans: refused.length,
    errorMessage: `Spans kept aside in quarantine: ${reasons.slice(0, 5).join('; ')}.`,
  };
}

function hint({ type, body }: ExportRequest, spans: readonly Span[]): PartialSuccess | undefined {
  const errorMessage = spans.length === 0 ? hintFor(type, body) : undefined;
  return errorMessage === undefined ? undefined : { rejectedSpans: 0, errorMessage };
}
