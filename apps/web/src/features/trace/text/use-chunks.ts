'use client';
// The virtual list of the rows of a long text. Heights are measured, because only the browser knows where a line wraps;
// until then they are estimated.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { useRem } from '../../../components/rows/use-rem.ts';
import { rowOf, waitingIn, type LongRow } from './long-text.ts';
import type { ChunkPosition } from './use-find-in-text.ts';

/** In rem. */
const LINE = 1.25;
/** Estimated lines of a piece before the first one has loaded. */
const USUAL_LINES = 1000;

/** `place` is scrolled into view once it has loaded. */
export function useChunks(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly LongRow[],
  place: ChunkPosition | undefined,
) {
  const line = useRem(LINE);
  const usual = useMemo(() => linesOfPiece(rows), [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return line * (row && 'chunk' in row ? row.chunk.lines : usual);
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 2,
    // The visible text keeps its position when a piece above it loads.
    anchorTo: 'end',
  });
  useStayBelowLoaded(scroller, rows, virtualizer);
  const gone = useRef<ChunkPosition>(undefined);
  useEffect(() => {
    if (!place || place === gone.current) return;
    const row = rowOf(rows, place.piece, place.at);
    if (row < 0 || waitingIn(rows[row]).length > 0) return;
    gone.current = place;
    virtualizer.scrollToIndex(row, { align: 'start' });
  }, [place, rows, virtualizer]);
  return virtualizer;
}

/** All pieces are estimated by the first one, which always loads first, so that estimates do not change. */
function linesOfPiece(rows: readonly LongRow[]): number {
  const first = rows.flatMap((row) => (row.piece === 0 && 'chunk' in row ? row.chunk.lines : []));
  return first.length === 0 ? USUAL_LINES : first.reduce((sum, lines) => sum + lines);
}

/**
 * Readers who scroll up faster than a piece loads have its placeholder at the upper edge, and the list would then keep
 * the beginning of the piece in place. They read on from its end, so its end stays in place.
 */
function useStayBelowLoaded(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly LongRow[],
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
): void {
  /** The placeholder at the upper edge. */
  const edge = useRef<{ piece: number; end: number }>(undefined);
  const direction = useRef(virtualizer.scrollDirection);
  useLayoutEffect(() => {
    // The list has just chosen by this position what to keep in place.
    const offset = virtualizer.scrollOffset ?? 0;
    const before = edge.current;
    const end = before && endOfLoaded(rows, before.piece, virtualizer);
    direction.current = virtualizer.scrollDirection ?? direction.current;
    if (scroller.current && end !== undefined && direction.current === 'backward')
      scroller.current.scrollTop = end - (before!.end - offset);
    const top = virtualizer.getVirtualItemForOffset(offset);
    const [piece] = waitingIn(top && rows[top.index]);
    edge.current = top && piece !== undefined ? { piece, end: top.end } : undefined;
  });
}

/** Where a piece ends on the page; undefined while it is waiting. */
function endOfLoaded(
  rows: readonly LongRow[],
  piece: number,
  { measurementsCache }: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
): number | undefined {
  const last = rows.findLastIndex((row) => row.piece === piece);
  return waitingIn(rows[last]).length > 0 ? undefined : measurementsCache[last]?.end;
}
