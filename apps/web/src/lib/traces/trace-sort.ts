// The order of a trace list, as in its URL: `cost` is descending, `cost.asc` ascending. Pure.

export const TRACE_SORTS = ['age', 'cost', 'hidden', 'steps', 'thinking', 'duration', 'errors'] as const;
export type TraceSortKey = (typeof TRACE_SORTS)[number];

export interface TraceOrder {
  sort: TraceSortKey;
  ascending: boolean;
}

export const NEWEST_FIRST: TraceOrder = { sort: 'age', ascending: false };

/** undefined for an invalid order. */
export function parseOrder(text: string): TraceOrder | undefined {
  const [name, direction, ...rest] = text.split('.');
  const sort = TRACE_SORTS.find((one) => one === name);
  if (!sort || rest.length > 0 || (direction !== undefined && direction !== 'asc')) return undefined;
  return { sort, ascending: direction === 'asc' };
}

export const orderText = ({ sort, ascending }: TraceOrder): string => (ascending ? `${sort}.asc` : sort);

/** The next order when a column head is clicked: first descending, then the opposite. */
export const nextOrder = (order: TraceOrder, sort: TraceSortKey): TraceOrder => ({
  sort,
  ascending: order.sort === sort && !order.ascending,
});
