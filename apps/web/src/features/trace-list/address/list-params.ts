// The URL parameters of the list, for the browser and for the page that loads the first rows. `nuqs` and `nuqs/server`
// have separate copies of the parsers, so callers pass theirs in; otherwise a browser would load both.
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
