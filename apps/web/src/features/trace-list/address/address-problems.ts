/** Messages about unknown values in the list's URL. Pure. */
import { parseColumns } from '../columns/columns.ts';
import { isDensity } from '../table/density.ts';
import { short } from '../../../lib/address/address-problems.ts';
import { isRange } from '../../../lib/time/time-range.ts';
import { isTraceId } from '../../../lib/address/trace-id.ts';
import { parseOrder } from '../../../lib/traces/trace-sort.ts';
import { columnsFor } from '../table/list-columns.ts';
import type { ListAddress } from '../views/list-views.ts';

export interface ListInUrl {
  address: ListAddress;
  url: { view: string | null; peek: string | null; sel: readonly string[] | null };
  view: object | undefined;
  /** True while the saved views load, so it is still unknown whether the view exists. */
  waitsForView: boolean;
}

export function addressProblems({ address, url, view, waitsForView }: ListInUrl): string[] {
  const { range, sort, cols, density } = address;
  const problems: [boolean, string][] = [
    [
      range !== null && !isRange(range),
      `“${short(range ?? '')}” is not a time range. Use 24h, 7d, or 2026-11-01..2026-11-08.`,
    ],
    [sort !== null && !parseOrder(sort), `“${short(sort ?? '')}” is not a sort order.`],
    [cols !== null && !parseColumns(cols, columnsFor(cols)), `“${short(cols ?? '')}” are not columns.`],
    [density !== null && !isDensity(density), `“${short(density ?? '')}” is not a density.`],
    [url.view !== null && !waitsForView && !view, 'View not found; it may have been deleted.'],
    [url.peek !== null && !isTraceId(url.peek), 'The trace to peek at is not a trace id.'],
    [url.sel?.some((id) => !isTraceId(id)) === true, 'Some selected traces are not trace ids.'],
  ];
  return problems.flatMap(([is, words]) => (is ? [words] : []));
}
