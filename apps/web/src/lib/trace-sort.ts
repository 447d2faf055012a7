// The order of a list of traces, as in its address: `cost` has the most first, `cost.asc` the least. Pure.

export const TRACE_SORTS = ['age', 'cost', 'hidden', 'steps', 'thinking', 'duration', 'errors'] as const;
export type TraceSortKey = (typeof TRACE_SORTS)[number];

export interface TraceOrder {
  sort: TraceSortKey;
  ascending: boolean;
}

export const NEWEST_FIRST: TraceOrder = { sort: 'age', ascending: false };

/** Undefined for what is no order. */
export function parseOrder(text: string): TraceOrder | undefined {
  const [name, direction, ...rest] = text.split('.');
  const sort = TRACE_SORTS.find((one) => one === name);
  if (!sort || rest.length > 0 || (direction !== undefined && direction !== 'asc')) return undefined;
  return { sort, ascending: direction === 'asc' };
}

export const orderText = ({ sort, ascending }: TraceOrder): string => (ascending ? `${sort}.asc` : sort);

/** What a press on the head of a column asks for: its most first, then the other way round. */
export const nextOrder = (order: TraceOrder, sort: TraceSortKey): TraceOrder => ({
  sort,
  ascending: order.sort === sort && !order.ascending,
});
