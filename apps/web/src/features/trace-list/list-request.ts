/** How the list asks for its rows. The browser and the page that fetches the first of them must ask alike, or they would be asked for twice. Pure. */
import { BUILT_IN_VIEWS, listState, type ListAddress, type ListState } from './list-views.ts';

export type RowsAsked = Pick<ListState, 'q' | 'range' | 'order'>;

export const rowsInput = (project: string, { q, range, order }: RowsAsked) => ({ project, q, range, ...order });

/** Pages by cursor. */
export const FROM_THE_START = {
  getNextPageParam: <Cursor>({ next }: { next: Cursor }) => next,
  initialCursor: null,
};

/** What the list will ask for first; undefined where the address names a view that somebody saved, which alone knows. */
export function firstRows(project: string, { view: named, ...address }: ListAddress & { view: string | null }) {
  const view = BUILT_IN_VIEWS.find(({ id }) => id === named);
  return named === null || view ? rowsInput(project, listState(address, view)) : undefined;
}
