/** What goes between threads.ts and thread.ts: plain data, and errors as such. */
import { IngestError, type ErrorKind } from '../errors.ts';
import type { Delivery, ExportResult } from './index.ts';

export interface Asked {
  id: number;
  delivery: Omit<Delivery, 'body'> & { bytes: ArrayBufferLike };
}

export type Answer = { id: number } & ({ result: ExportResult } | { error: SentError });

export interface SentError {
  /** undefined: none that a sender is told of. */
  kind: ErrorKind | undefined;
  name: string;
  message: string;
  /** Of the database or the system. */
  code: unknown;
  cause: SentError | undefined;
}

/** Errors lose their class on the way. */
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
