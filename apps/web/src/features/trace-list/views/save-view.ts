/** What a saved view stores, and the URL that it has. Loaded with the menu of views, after the list. Pure. */
import { OWN, VIEW_KEYS, viewParameter, type ListAddress, type ListView, type ViewParams } from './list-views.ts';

/** The URL of an unchanged view, without parameters of its own. */
export const EMPTY_ADDRESS: ListAddress = { q: null, range: null, sort: null, cols: null, density: null };

/** The settings that a view must store to reproduce the current list. */
export function paramsToSave(address: ListAddress, view: ListView | undefined): ViewParams {
  return Object.fromEntries(
    VIEW_KEYS.map((key) => [key, viewParameter(address, view, key)] as const).filter(
      ([key, text]) => text !== OWN[key],
    ),
  );
}
