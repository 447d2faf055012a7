/**
 * Stores one batch. When a single bad span would spoil it, the batch is retried in halves until only that span is left
 * out.
 */
import { isFaultOfData, refusalOf, sqlState, type Commit, type ObservedWriteBatch } from '@subtext/db';
import type { StorableSpan } from '@subtext/trace';
import { IngestError } from '../errors.ts';

/** A span that the database refuses because of its content. */
export interface Rejection {
  span: StorableSpan;
  reason: string;
}

/**
 * SQLSTATE class 42: a table, column or function that this version expects is missing. Retrying helps only after a
 * migration.
 */
function wordsFor(error: unknown): string {
  return sqlState(error)?.startsWith('42')
    ? 'The database does not fit this version of ingest: apply its migrations, then send again.'
    : 'The database could not store the spans now; send again.';
}

/** Resolves when everything but the rejected spans is committed. Rejects with DATABASE_AWAY for transient errors. */
export async function storeBatch(
  writeBatch: ObservedWriteBatch,
  spans: readonly StorableSpan[],
  onCommit: (commit: Commit) => void = () => {},
): Promise<Rejection[]> {
  try {
    await writeBatch(spans, onCommit);
    return [];
  } catch (error) {
    if (!isFaultOfData(error)) {
      throw new IngestError('DATABASE_AWAY', wordsFor(error), { cause: error });
    }
    if (spans.length === 1) return [{ span: spans[0]!, reason: refusalOf(error) }];
    const middle = Math.ceil(spans.length / 2);
    const first = await storeBatch(writeBatch, spans.slice(0, middle), onCommit);
    return [...first, ...(await storeBatch(writeBatch, spans.slice(middle), onCommit))];
  }
}
