'use client';
// Which rows are mounted: those on the screen, a few more, and always the current one, so that focus is never lost by scrolling.
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { RowLayout } from './layout.ts';

const OVERSCAN = 6;
/** The head of the columns covers this much of the rows below it, in rem. */
const HEAD = 1.8125;

interface WindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly RowLayout[];
  rem: number;
  stacked: boolean;
  /** Row of the current entry; -1 = not shown. */
  current: number;
  /** Changes when the current row changes: the row is then brought onto the screen. */
  currentKey: string | undefined;
}

export function useWindow({ scroller, rows, rem, stacked, current, currentKey }: WindowOptions) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return current < 0 || shown.includes(current) ? shown : [...shown, current].sort((a, b) => a - b);
    },
    [current],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.height ?? 0) * rem,
    overscan: OVERSCAN,
    rangeExtractor,
    scrollPaddingStart: stacked ? 0 : HEAD * rem,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows, rem]);
  const opened = useRef(false);
  useEffect(() => {
    if (currentKey === undefined || current < 0) return;
    // A link opens with its step in the middle; later moves scroll as little as possible.
    virtualizer.scrollToIndex(current, { align: opened.current ? 'auto' : 'center' });
    opened.current = true;
    // Only when another row becomes current, not when rows above it grow.
  }, [currentKey, virtualizer]);
  return virtualizer;
}
