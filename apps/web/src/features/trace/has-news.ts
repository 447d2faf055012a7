/** Whether a trace has more to show than was loaded of it. Pure. */

interface Loaded {
  spans: number;
  /** Those of them that are shown without an end. */
  open: number;
  /** Spans that the trace had, shown or not. */
  stored: number;
  /** It has more spans than a page loads. */
  capped: boolean;
}

interface Now {
  /** Spans that the trace has. */
  stored: number;
  /** Those of them without an end: one that gets it is no new span. */
  open: number;
  young: boolean;
}

/**
 * The first of a very long trace are read anew only when it has come to rest: they are many, and most of
 * what is new is behind them. Their root, which begins first, is often stored last.
 */
export function hasNews(loaded: Loaded, { stored, open, young }: Now): boolean {
  if (loaded.capped) return !young && stored > loaded.stored;
  return stored > loaded.spans || open < loaded.open;
}
