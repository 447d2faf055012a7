/** True if the stored trace has more than the page has loaded. Pure. */

interface Loaded {
  spans: number;
  /** Loaded spans without an end. */
  open: number;
  /** Spans that were stored when it was loaded, shown or not. */
  stored: number;
  /** The trace has more spans than a page loads. */
  capped: boolean;
}

interface Now {
  /** Spans that are stored now. */
  stored: number;
  /** Stored spans without an end: one that ends does not change `stored`. */
  open: number;
  young: boolean;
}

/**
 * The first spans of a very large trace are reloaded only when it has come to rest: they are many, and most new spans
 * come after them. The root span, which starts first, is often stored last.
 */
export function hasNews(loaded: Loaded, { stored, open, young }: Now): boolean {
  if (loaded.capped) return !young && stored > loaded.stored;
  return stored > loaded.spans || open < loaded.open;
}
