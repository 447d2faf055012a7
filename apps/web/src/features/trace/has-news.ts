/** Whether a trace has more to show than was loaded of it. Pure. */

interface Loaded {
  spans: number;
  /** Spans that the trace had, shown or not. */
  stored: number;
  /** It has more spans than a page loads. */
  capped: boolean;
}

/**
 * `stored`: spans that the trace has now. The first of a very long trace are read anew only when it has come to rest: they are many, and most of
 * what is new is behind them. Their root, which begins first, is often stored last.
 */
export function hasNews(
  { spans, stored: before, capped }: Loaded,
  { stored, young }: { stored: number; young: boolean },
) {
  return capped ? !young && stored > before : stored > spans;
}
