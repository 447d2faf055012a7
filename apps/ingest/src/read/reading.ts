/** What a request of any signal is read into, before it is stored; read-traces.ts and read-logs.ts make it. */
import type { NewScore, QuarantinedSpan } from '@subtext/db';
import type { StorableSpan } from '@subtext/trace';
import { IngestError } from '../errors.ts';
import type { OtlpType, Signal } from '../otlp/respond.ts';
import { MalformedOtlp } from '../otlp/wire.ts';
import type { Policy } from '../policy/index.ts';
import type { QuarantineKind, QuarantineReason } from '../quarantine/quarantine-reason.ts';
import type { ProjectContext } from '../rows/index.ts';
import type { ScoreProblem } from '../rows/score-records.ts';

export interface ExportRequest extends ProjectContext {
  signal: Signal;
  type: OtlpType;
  body: Buffer;
  /** The key of the sender; absent when the request was not sent with one. */
  keyId?: string | undefined;
  /** undefined: the project stores everything as it comes. */
  policy?: Policy | undefined;
}

/** A span or log record for quarantine. */
export interface RefusedItem extends QuarantinedSpan {
  kind: QuarantineKind;
}

export interface Reading {
  /** Spans or log records of the request. */
  items: number;
  storable: StorableSpan[];
  /** Evaluations among the items. */
  scores: NewScore[];
  /** Why other evaluations are not scores, although they were meant to be. */
  unscored: ScoreProblem[];
  /** To be quarantined. */
  refused: RefusedItem[];
  /** Not kept at all: log records that belong to no trace. */
  dropped: number;
  /** Advice on a request with nothing in it, or with what its sender cut. */
  hint: string | undefined;
}

/** The evaluations among items. */
export type Evaluated = Pick<Reading, 'scores' | 'unscored'>;

export const noneEvaluated = (): Evaluated => ({ scores: [], unscored: [] });

export function addScores({ scores, unscored }: Evaluated, found: readonly (NewScore | ScoreProblem)[]): void {
  for (const score of found) {
    if (typeof score === 'string') unscored.push(score);
    else scores.push(score);
  }
}

/** The refusal of a whole request (400), with a sentence for its sender. */
export const unreadable = (message: string, cause?: unknown): IngestError =>
  new IngestError('MALFORMED_OTLP', message, { cause });

/**
 * The items of a request by the decoder of its type. Throws an IngestError: 400 with what is wrong, 413 when it becomes
 * too much.
 */
export function decoded<Item>({ type, body, signal }: ExportRequest, decode: (body: Buffer) => Item[]): Item[] {
  try {
    return decode(body);
  } catch (error) {
    if (!(error instanceof MalformedOtlp)) throw error;
    // Other signals have other fields under the same numbers: as these they are broken more often than strange.
    const hint = type === 'application/json' ? '' : ` /v1/${signal} takes ${signal} only: ${OTHERS[signal]}.`;
    throw unreadable(`${error.message}${hint}`, error);
  }
}

const OTHERS = {
  traces: 'logs go to /v1/logs, metrics are not received',
  logs: 'traces go to /v1/traces, metrics are not received',
} as const satisfies Record<Signal, string>;

/**
 * A span or log record as quarantine keeps it, with why it was refused. The signal is part of the content type, for
 * when it is read again.
 */
export function quarantinedItem(
  projectId: string,
  { signal, body }: { signal: Signal; body: string },
  { kind, sentence }: QuarantineReason,
): RefusedItem {
  return { projectId, kind, reason: sentence, contentType: contentTypeOf(signal), body: Buffer.from(body) };
}

const LOG_RECORD_TYPE = 'application/json; signal=logs';

const contentTypeOf = (signal: Signal): string => (signal === 'logs' ? LOG_RECORD_TYPE : 'application/json');

export const signalOfType = (contentType: string): Signal => (contentType === LOG_RECORD_TYPE ? 'logs' : 'traces');
