/**
 * Stores the rows that changed, and changes the sums by the difference: last step of reprocess.ts, under the lock of
 * the traces.
 */
import type { PriceRecord } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { columnOf, rowsFromJson, toJson, type Columns } from '../postgres/json-rows.ts';
import { TRACE_FACTS, TRACE_KEYS } from '../rows/trace-facts.ts';
import { markEvidenceDue } from '../write/evidence-due.ts';
import { moveRollups } from '../write/move-rollups.ts';
import { movedBy, storeChanges } from '../write/store-changes.ts';
import { given, sums, TRACE_SUMS } from '../write/write-statements.ts';
import { isSamePrice, type Change } from './reprocess-changes.ts';
import type { TraceFactsChange, Values } from './reprocess-facts.ts';

const CHANGED_FACTS = { ...TRACE_FACTS, updatedAt: 'timestamptz' } as const satisfies Columns;

const CHANGE_TRACES = `
  UPDATE traces SET ${given(CHANGED_FACTS)},
    ${TRACE_SUMS.map((sum) => `${columnOf(sum)} = traces.${columnOf(sum)} + given.${columnOf(sum)}`).join(', ')}
  FROM ${rowsFromJson({ ...TRACE_KEYS, ...CHANGED_FACTS, ...sums(TRACE_SUMS) })} AS given
  WHERE traces.project_id = $2 AND traces.project_id = given.project_id AND traces.trace_id = given.trace_id`;

interface ToStore {
  projectId: string;
  changes: readonly Change[];
  traces: readonly TraceFactsChange[];
  idOf: (price: PriceRecord) => string;
}

/** Writes rows of spans and calls, then traces, then rollups: the order in which batches lock them. */
export async function storeReprocessed(
  sql: TransactionSql,
  { projectId, changes, traces, idOf }: ToStore,
): Promise<void> {
  const run = async (statement: string, rows: readonly object[]) => {
    if (rows.length > 0) await sql.unsafe(statement, [toJson(rows), projectId], { prepare: true });
  };
  await storeChanges(
    sql,
    changes.map((change) => ({ ...change, after: { ...change.after, priceId: priceIdOf(change, idOf) } })),
  );
  const moved = movedBy(changes);
  const sumsOf = new Map(moved.traces.map((trace) => [trace.traceId, trace]));
  await run(
    CHANGE_TRACES,
    traces.map(({ key, facts }) => ({ ...NO_SUMS, ...sumsOf.get(key.traceId), ...factsToStore(facts), ...key })),
  );
  await moveRollups(sql, projectId, moved);
  await markEvidenceDue(
    sql,
    projectId,
    changes.map(({ before }) => before.key.traceId),
  );
}

const NO_SUMS = Object.fromEntries(TRACE_SUMS.map((sum) => [sum, 0]));

const factsToStore = ({ metadata, ...facts }: Values): object => ({
  ...facts,
  metadata: JSON.parse(metadata as string) as unknown,
});

function priceIdOf({ before, after }: Change, idOf: ToStore['idOf']): string | null {
  if (isSamePrice(before.price, after.price)) return before.priceId;
  return after.price === null ? null : idOf(after.price);
}
