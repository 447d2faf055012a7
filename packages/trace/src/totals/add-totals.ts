/** Arithmetic on totals, for stored spans whose contribution to the sums changes. */
import { totalsOf, type BatchTotals, type NewSpan } from './totals.ts';

export const NO_TOTALS: BatchTotals = { traces: [], models: [], tools: [] };

/** Returns the change to add to the stored sums: totals of `after` minus totals of `before`. */
export function difference(after: readonly NewSpan[], before: readonly NewSpan[]): BatchTotals {
  return added(totalsOf(after), totalsOf(before), -1);
}

/**
 * Returns `totals` plus (`sign` 1) or minus (`sign` -1) `changes`, row by row. Trace rows match by trace id, rollup
 * rows by their text columns. Fields that are not numbers come from `totals`; a row that only `changes` has is taken
 * from there.
 */
export function added(totals: BatchTotals, changes: BatchTotals, sign: 1 | -1): BatchTotals {
  // Most batches change nothing that is already stored.
  if (changes === NO_TOTALS) return totals;
  return {
    traces: addedRows(totals.traces, changes.traces, { sign, rowKey: ({ traceId }) => traceId }),
    models: addedRows(totals.models, changes.models, { sign, rowKey: textsOf }),
    tools: addedRows(totals.tools, changes.tools, { sign, rowKey: textsOf }),
  };
}

/** In rollups, the text columns are the key. */
const textsOf = (row: object): string =>
  Object.values(row)
    .filter((value) => typeof value === 'string')
    .join('\u0000');

function addedRows<Row extends object>(
  rows: readonly Row[],
  changes: readonly Row[],
  { sign, rowKey }: { sign: 1 | -1; rowKey: (row: Row) => string },
): Row[] {
  const sums = new Map(rows.map((row) => [rowKey(row), row]));
  for (const change of changes) {
    const current = sums.get(rowKey(change)) as Record<string, unknown> | undefined;
    const figures = Object.entries(change).map(([name, value]) => [name, sum(current?.[name], value, sign)]);
    sums.set(rowKey(change), Object.fromEntries(figures) as Row);
  }
  return [...sums.values()];
}

/** Adds two numbers or two histograms. For other types, keeps the known value. */
function sum(current: unknown, change: unknown, sign: 1 | -1): unknown {
  if (typeof change === 'number') return ((current as number | undefined) ?? 0) + sign * change;
  const isHistogram = Array.isArray(change) && change.every((bucket) => typeof bucket === 'number');
  if (!isHistogram || change.length === 0) return current ?? change;
  return change.map((bucket: number, index) => ((current as number[] | undefined)?.[index] ?? 0) + sign * bucket);
}
