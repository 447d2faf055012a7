/**
 * The state of the list: values in the URL win over the view's, which win over the defaults. A link to a view therefore
 * stays short and follows later changes of the view. Pure.
 */
import { parseColumns, standardColumns, type ShownColumn } from '../columns/columns.ts';
import { isDensity, type Density } from '../table/density.ts';
import { DEFAULT_RANGE, isRange } from '../../../lib/time/time-range.ts';
import { NEWEST_FIRST, parseOrder, type TraceOrder } from '../../../lib/traces/trace-sort.ts';
import { COLUMNS, columnsFor, type ColumnId } from '../table/list-columns.ts';

export const VIEW_KEYS = ['q', 'range', 'sort', 'cols', 'density'] as const;
export type ViewKey = (typeof VIEW_KEYS)[number];
export type ViewParams = Partial<Record<ViewKey, string | undefined>>;

export interface ListView {
  id: string;
  name: string;
  params: ViewParams;
  /** The user who saved it; null when the account is deleted. Built-in views have none. */
  author?: string | null;
}

/** In characters; the server's maximum. */
const MAX_FILTER = 500;
export const OWN: Record<ViewKey, string> = { q: '', range: DEFAULT_RANGE, sort: 'age', cols: '', density: 'normal' };

export const BUILT_IN_VIEWS: readonly ListView[] = [
  { id: 'costly-hidden', name: 'Costly hidden', params: { q: 'hidden:>40%', sort: 'cost' } },
  { id: 'failed', name: 'Failed', params: { q: 'status:error' } },
  { id: 'most-thinking', name: 'Most thinking', params: { sort: 'thinking' } },
  { id: 'slow', name: 'Slow', params: { q: 'duration:>30s', sort: 'duration' } },
  {
    id: 'thoughts-without-text',
    name: 'Thoughts without text',
    params: { q: 'state:withheld', sort: 'hidden' },
  },
];

export interface ListState {
  q: string;
  range: string;
  order: TraceOrder;
  columns: readonly ShownColumn<ColumnId>[];
  density: Density;
}

/** The values of the URL; null where a parameter is absent. */
export type ListAddress = Record<ViewKey, string | null>;

export const viewParameter = (address: ListAddress, view: ListView | undefined, key: ViewKey): string =>
  address[key] ?? view?.params[key] ?? OWN[key];

export function listState(address: ListAddress, view: ListView | undefined): ListState {
  const text = (key: ViewKey) => viewParameter(address, view, key);
  const density = text('density');
  return {
    q: text('q').slice(0, MAX_FILTER),
    range: isRange(text('range')) ? text('range') : OWN.range,
    order: parseOrder(text('sort')) ?? NEWEST_FIRST,
    columns: parseColumns(text('cols'), columnsFor(text('cols'))) ?? standardColumns(COLUMNS),
    density: isDensity(density) ? density : 'normal',
  };
}

/** The URL parameters that make `change` take effect: none where the view or the default has the value already. */
export function addressFor(change: ViewParams, view: ListView | undefined): Partial<ListAddress> {
  return Object.fromEntries(
    VIEW_KEYS.filter((key) => change[key] !== undefined).map((key) => {
      const value = change[key] ?? '';
      return [key, value === (view?.params[key] ?? OWN[key]) ? null : value];
    }),
  );
}

/** True if the URL overrides a value of the view. */
export const isChanged = (address: ListAddress, view: ListView | undefined): boolean =>
  VIEW_KEYS.some((key) => address[key] !== null && address[key] !== (view?.params[key] ?? OWN[key]));
