/**
 * What the list shows: what the address says, and where it says nothing, what the view says, and where that says nothing, the list's own. So a link to
 * a view stays short and follows it when it changes. Pure.
 */
import { parseColumns, standardColumns, type ShownColumn } from '../../components/list/columns.ts';
import { isDensity, type Density } from '../../components/list/density.ts';
import { isRange } from '../../lib/time-range.ts';
import { NEWEST_FIRST, parseOrder, type TraceOrder } from '../../lib/trace-sort.ts';
import { COLUMNS, type ColumnId } from './list-columns.ts';

const VIEW_KEYS = ['q', 'range', 'sort', 'cols', 'density'] as const;
export type ViewKey = (typeof VIEW_KEYS)[number];
export type ViewParams = Partial<Record<ViewKey, string | undefined>>;

export interface ListView {
  id: string;
  name: string;
  params: ViewParams;
  /** Who saved it; null when that person is gone. Those that came with the list have none. */
  author?: string | null;
}

/** Characters; the server takes no more. */
const MOST_FILTER = 500;
const OWN: Record<ViewKey, string> = { q: '', range: '24h', sort: 'age', cols: '', density: 'normal' };

export const BUILT_IN_VIEWS: readonly ListView[] = [
  { id: 'costly-hidden', name: 'Costly hidden', params: { q: 'hidden:>40%', sort: 'cost', range: '7d' } },
  { id: 'failed', name: 'Failed', params: { q: 'status:error', range: '7d' } },
  { id: 'most-thinking', name: 'Most thinking', params: { sort: 'thinking', range: '7d' } },
  { id: 'slow', name: 'Slow', params: { q: 'duration:>30s', sort: 'duration', range: '7d' } },
  {
    id: 'thoughts-without-text',
    name: 'Thoughts without text',
    params: { q: 'state:withheld', sort: 'hidden', range: '7d' },
  },
];

export interface ListState {
  q: string;
  range: string;
  order: TraceOrder;
  columns: readonly ShownColumn<ColumnId>[];
  density: Density;
}

/** What the address says, each null where it says nothing. */
export type ListAddress = Record<ViewKey, string | null>;

const textOf = (address: ListAddress, view: ListView | undefined, key: ViewKey): string =>
  address[key] ?? view?.params[key] ?? OWN[key];

export function listState(address: ListAddress, view: ListView | undefined): ListState {
  const text = (key: ViewKey) => textOf(address, view, key);
  const density = text('density');
  return {
    q: text('q').slice(0, MOST_FILTER),
    range: isRange(text('range')) ? text('range') : OWN.range,
    order: parseOrder(text('sort')) ?? NEWEST_FIRST,
    columns: parseColumns(text('cols'), COLUMNS) ?? standardColumns(COLUMNS),
    density: isDensity(density) ? density : 'normal',
  };
}

/** What the address must say for `change` to hold: nothing, where the view or the list says the same already. */
export function addressFor(change: ViewParams, view: ListView | undefined): Partial<ListAddress> {
  return Object.fromEntries(
    VIEW_KEYS.filter((key) => change[key] !== undefined).map((key) => {
      const value = change[key] ?? '';
      return [key, value === (view?.params[key] ?? OWN[key]) ? null : value];
    }),
  );
}

/** The address of a view itself: it says everything. */
export const NOTHING_SAID: ListAddress = { q: null, range: null, sort: null, cols: null, density: null };

/** Whether the address says something else than the view. */
export const isChanged = (address: ListAddress, view: ListView | undefined): boolean =>
  VIEW_KEYS.some((key) => address[key] !== null && address[key] !== (view?.params[key] ?? OWN[key]));

/** What a view must keep so that it shows what is shown now. */
export function paramsToSave(address: ListAddress, view: ListView | undefined): ViewParams {
  return Object.fromEntries(
    VIEW_KEYS.map((key) => [key, textOf(address, view, key)] as const).filter(([key, text]) => text !== OWN[key]),
  );
}
