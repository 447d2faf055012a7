// What the address of the list may say: read in the browser, and by the page that fetches the first rows. Either has a copy of the parsers of its
// own (`nuqs` and `nuqs/server`), so each brings them along: a browser would load both.
import type { parseAsArrayOf, parseAsString } from 'nuqs/server';

interface Parsers {
  parseAsArrayOf: typeof parseAsArrayOf;
  parseAsString: typeof parseAsString;
}

export const listParams = ({ parseAsArrayOf, parseAsString }: Parsers) => ({
  q: parseAsString,
  range: parseAsString,
  sort: parseAsString,
  cols: parseAsString,
  density: parseAsString,
  view: parseAsString,
  peek: parseAsString,
  sel: parseAsArrayOf(parseAsString),
});
