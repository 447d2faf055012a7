/**
 * The rows of a trace, given its spans: a function of the set of spans, so that no row depends on the order in which
 * spans arrive, on how they are split into requests, or on how often they are sent (docs/development/decisions/0004).
 *
 *   newest version of each span → decide which spans are one model call, and which counts → rows
 */
import type { StorableSpan } from '../rows/span-record.ts';
import { decide, type Decisions } from './decide.ts';
import { plainRow, sharedRows } from './derive.ts';
import { outlineOf, type Outline } from './outline.ts';
import type { SettledSpan } from './settled-span.ts';

/**
 * `spans`: all spans of one trace, in any order, also several versions of a span. Returns one row for each span id, in
 * the order of first mention.
 */
export function settle<Span extends StorableSpan>(spans: readonly Span[]): SettledSpan<Span>[] {
  const newest = newestOf(spans);
  const outlines = newest.map(outlineOf);
  const spanOf = new Map(newest.map((span) => [span.span.spanId, span]));
  return rowsOf(outlines, { decisions: decide(outlines), spanOf: ({ spanId }) => spanOf.get(spanId)! });
}

interface Decided<Span extends StorableSpan> {
  decisions: Decisions;
  /** A span as it reported itself. */
  spanOf: (outline: Outline) => Span;
}

/** The rows of the given spans, which include all spans of their model calls. */
export function rowsOf<Span extends StorableSpan>(
  outlines: readonly Outline[],
  { decisions, spanOf }: Decided<Span>,
): SettledSpan<Span>[] {
  const shared = new Map(
    decisions.shared
      .flatMap((call) => sharedRows({ call, spanOf, decisionOf: decisions.of }))
      .map((row) => [row.span.spanId, row]),
  );
  return outlines.map((outline) => shared.get(outline.spanId) ?? plainRow(spanOf(outline), decisions.of(outline)));
}

/** The newest version of each span, or the first of equal versions. */
export function newestOf<Span extends StorableSpan>(spans: readonly Span[]): Span[] {
  const newest = new Map<string, Span>();
  for (const span of spans) {
    const earlier = newest.get(span.span.spanId);
    if (!earlier || versionOf(span) > versionOf(earlier)) newest.set(span.span.spanId, span);
  }
  return [...newest.values()];
}

/**
 * The version number among the snapshots of one span. A span with an end is the last version. A log record has no end
 * to wait for.
 */
export function versionOf({ span, attachedTo }: Pick<StorableSpan, 'span' | 'attachedTo'>): number {
  if (attachedTo !== undefined) return 0;
  return span.durationNs === null ? (span.snapshot ?? 0) : Infinity;
}
