// What the address of the list may say: read in the browser, and by the page that fetches the first rows.
import { createLoader, parseAsArrayOf, parseAsString } from 'nuqs/server';

export const LIST_PARAMS = {
  q: parseAsString,
  range: parseAsString,
  sort: parseAsString,
  cols: parseAsString,
  density: parseAsString,
  view: parseAsString,
  peek: parseAsString,
  sel: parseAsArrayOf(parseAsString),
};

export const loadListParams = createLoader(LIST_PARAMS);
