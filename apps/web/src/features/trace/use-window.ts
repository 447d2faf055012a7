'use client';
// Which rows are mounted: those on the screen, a few more, and always the current one, so that focus is never lost by scrolling.
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

const OVERSCAN = 6;
/** The head of the columns covers this much of the rows below it, in rem. */
const HEAD = 1.8125;

interface WindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** Heights in rem. */
  rows: readonly { height: number }[];
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
  useShown(virtualizer, scroller, { rows, current, currentKey });
  return virtualizer;
}

type Shown = Pick<WindowOptions, 'rows' | 'current' | 'currentKey'>;

/**
 * Brings the current row onto the screen when it becomes current. A link opens with its step in the middle, and keeps it there while the page
 * is still finding its sizes; once someone has scrolled, only their own moves scroll.
 */
function useShown(
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  scroller: RefObject<HTMLDivElement | null>,
  { rows, current, currentKey }: Shown,
): void {
  const hands = useRef(false);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const element = scroller.current;
    const touched = () => (hands.current = true);
    for (const event of ['wheel', 'pointerdown', 'touchmove', 'keydown'])
      element?.addEventListener(event, touched, { passive: true });
    return () => {
      for (const event of ['wheel', 'pointerdown', 'touchmove', 'keydown'])
        element?.removeEventListener(event, touched);
    };
  }, [scroller]);
  useEffect(() => {
    if (currentKey === undefined || current < 0) return;
    const isNew = last.current !== currentKey;
    if (!isNew && hands.current) return;
    const isOpening = last.current === undefined || !isNew;
    last.current = currentKey;
    virtualizer.scrollToIndex(current, { align: isOpening ? 'center' : 'auto' });
  }, [currentKey, current, rows, virtualizer]);
}
