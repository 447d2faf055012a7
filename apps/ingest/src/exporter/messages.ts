/** Messages between threads.ts and thread.ts: plain data and serialized errors. */
import type { NumberedAnswer, NumberedQuestion } from '../question-thread.ts';
import { IngestError, type ErrorKind } from '../errors.ts';
import type { Observation } from '../metrics/observation.ts';
import type { Delivery, ExporterFigures, ExportResult } from './index.ts';

/** Sent when no more questions will follow. */
export const CLOSE = 'close';

export interface Sent {
  delivery: Omit<Delivery, 'pieces'> & { pieces: ArrayBuffer[] };
}

/** Asks for the current state. */
export interface FiguresQuestion {
  figures: true;
}

export type Outcome = { result: ExportResult } | { error: SentError } | { figures: ExporterFigures };

/** Sent unprompted, before the answer to the request that it is about. */
export interface Observed {
  observation: Observation;
}

export type Question = Sent | FiguresQuestion;
export type ToThread = NumberedQuestion<Question> | typeof CLOSE;
export type FromThread = NumberedAnswer<Outcome> | Observed;

export interface SentError {
  /** undefined: no kind that a sender is given. */
  kind: ErrorKind | undefined;
  name: string;
  message: string;
  /** Code of the database or the system. */
  code: unknown;
  cause: SentError | undefined;
}

/** An error in a form that can be sent between threads, where errors lose their class; `errorOf` restores it. */
export function sentError(error: unknown): SentError {
  const { name, message, cause, code } = (error instanceof Error ? error : new Error(String(error))) as CodedError;
  const kind = error instanceof IngestError ? error.kind : undefined;
  return { kind, name, message, code, cause: cause === undefined ? undefined : sentError(cause) };
}

export function errorOf({ kind, name, message, code, cause }: SentError): Error {
  const options = cause && { cause: errorOf(cause) };
  if (kind !== undefined) return new IngestError(kind, message, options);
  return Object.assign(new Error(message, options), { name, ...(code !== undefined && { code }) });
}

type CodedError = Error & { code?: unknown };
