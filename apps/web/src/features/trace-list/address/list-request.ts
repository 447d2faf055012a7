/**
 * The list's query. The browser and the page that loads the first rows must use equal inputs, or the rows would be
 * loaded twice. Pure.
 */
import { BUILT_IN_VIEWS, listState, type ListAddress, type ListState } from '../views/list-views.ts';

export type RowsQuery = Pick<ListState, 'q' | 'range' | 'order'>;

export const rowsInput = (project: string, { q, range, order }: RowsQuery) => ({ project, q, range, ...order });

/** The options for cursor pages. */
export const FROM_THE_START = {
  getNextPageParam: <Cursor>({ next }: { next: Cursor }) => next,
  initialCursor: null,
};

/** The first query of the list; undefined where the URL names a saved view, whose settings must be loaded first. */
export function firstRows(project: string, { view: named, ...address }: ListAddress & { view: string | null }) {
  const view = BUILT_IN_VIEWS.find(({ id }) => id === named);
  return named === null || view ? rowsInput(project, listState(address, view)) : undefined;
}
