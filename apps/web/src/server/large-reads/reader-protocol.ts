/**
 * The protocol between the web process and a reader (reader.ts): a POST with a ReadRequest as JSON, answered with
 * bytes.
 */
import type { TraceKey } from '@subtext/db';
import type { DocumentRequest, ValueReads } from './reads.ts';

/** File descriptor of the reader's end of the socket. */
export const READER_SOCKET = 3;

export type ReadRequest =
  /** Answered with the value as `v8.serialize` writes it. */
  | { kind: 'value'; name: keyof ValueReads; key: TraceKey; input: never }
  /** Answered with the bytes of the document. */
  | { kind: 'document'; document: DocumentRequest; key: TraceKey };

/** The body of an answer with status 500, as `v8.serialize` writes it. */
export interface ReadFailure {
  message: string;
  /** SQLSTATE of the database. */
  code: string | undefined;
}
