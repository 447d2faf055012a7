/** Settles stored model calls again after something about their spans has changed, such as a price. */
import { decide, reportedOf, rowsOf, type StorableSpan } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import type { SpanKey } from '../rows/span-keys.ts';
import { earlierDecisions } from './settle-batch.ts';
import { outlinesOfCalls } from './outlines.ts';
import type { RowChange } from './store-changes.ts';
import { storedSpans, type StoredRow } from './stored-rows.ts';

/** A stored span as it reported itself. */
export type Reported = StorableSpan & Pick<StoredRow, 'key' | 'priceId'>;

/**
 * Settles the model calls of these spans, which must be of one project, under the lock of their traces. `changed` is
 * applied to each of their spans and log records. Who counts stays as it is. Some of the rows may not differ.
 */
export async function resettle(
  sql: TransactionSql,
  keys: readonly SpanKey[],
  changed: (span: Reported) => Reported,
): Promise<RowChange[]> {
  const outlines = await outlinesOfCalls(sql, keys);
  const days = new Map(keys.map(({ traceId, day }) => [traceId, day]));
  const { projectId } = keys[0]!;
  const wanted = [...outlines].flatMap(([traceId, ofTrace]) =>
    ofTrace.map(({ spanId }) => ({ projectId, traceId, spanId, day: days.get(traceId)! })),
  );
  const stored = Map.groupBy(await storedSpans(sql, wanted), ({ traceId }) => traceId);
  return [...outlines].flatMap(([traceId, ofTrace]) => {
    const rowOf = new Map(stored.get(traceId)!.map((row) => [row.span.spanId, row]));
    const decisions = decide(ofTrace, earlierDecisions(ofTrace));
    const spanOf = ({ spanId }: { spanId: string }) => changed(reportedOf<Reported>(rowOf.get(spanId)!));
    return rowsOf(ofTrace, { decisions, spanOf }).map((after) => ({ before: rowOf.get(after.span.spanId)!, after }));
  });
}
