'use client';
// Which rows are mounted: the visible ones, a few more, and always the current one, so that scrolling never loses the
// focus. Before the first measurement, the first rows: the server renders them, so they can be read while the code
// loads.
import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { offsetToShow } from './scroll-to-row.ts';
import { rowsWith } from '../../../components/rows/rows-with.ts';
import type { ListRow } from './stay-in-place.ts';
import { useStayInPlace } from './use-stay-in-place.ts';

const OVERSCAN = 6;
/** Assumed size of the list until it is measured, in pixels: what most windows leave for it. */
const UNMEASURED = { width: 0, height: 720 };

interface WindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** Heights in rem; a new array when one of them changes. */
  rows: readonly ListRow[];
  rem: number;
  /** Index of the current row; -1 = not shown. */
  current: number;
  /** Changes with the current row, which is then scrolled into view. */
  currentKey: string | undefined;
  /** Height of the sticky header over the rows, in rem. */
  head: number;
  /** Covered at the bottom, in rem. */
  foot?: number;
}

export function useWindow({ scroller, rows, rem, head, current, currentKey, foot = 0 }: WindowOptions) {
  // After a jump only the visible rows are mounted, because overscan doubles the time; the other rows follow before
  // anyone can miss them.
  const jumping = useRef(false);
  const [filled, setFilled] = useState(0);
  const rangeExtractor = useCallback(
    (range: Range) => (void filled, rowsWith(current, jumping.current ? { ...range, overscan: 0 } : range)),
    [current, filled],
  );
  // A new function whenever heights change makes the virtualizer measure again in the same render.
  const getItemKey = useCallback((index: number) => (void rows, void rem, index), [rows, rem]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.height ?? 0) * rem,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
    // The position of a linked row depends on the real size, so there is no assumed size then.
    ...(currentKey === undefined && { initialRect: UNMEASURED }),
  });
  const covered = { head: head * rem, foot: foot * rem };
  const height = (virtualizer.scrollRect?.height ?? 0) - covered.head - covered.foot;
  useStayInPlace(virtualizer, scroller, { rows, rem, height, currentKey });
  useShown(virtualizer, scroller, { rows, current, currentKey, jumping, ...covered });
  const { isScrolling } = virtualizer;
  useEffect(() => {
    if (isScrolling || !jumping.current) return;
    jumping.current = false;
    setFilled((times) => times + 1);
  }, [isScrolling]);
  return virtualizer;
}

type Shown = Pick<WindowOptions, 'rows' | 'current' | 'currentKey'> & {
  /** In pixels. */
  head: number;
  foot: number;
  /** Set before a jump to rows that are not mounted yet. */
  jumping: RefObject<boolean>;
};

/**
 * Scrolls the current row into view when it becomes current. A link opens with its step centered, and keeps it there
 * until the layout has settled; once the user has scrolled, only the user scrolls.
 */
function useShown(
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  scroller: RefObject<HTMLDivElement | null>,
  { rows, current, currentKey, head, foot, jumping }: Shown,
): void {
  const hands = useRef(false);
  const last = useRef<string>(undefined);
  /** The requested scroll position, until the scroll event confirms it. */
  const asked = useRef<number>(undefined);
  // The bar below the list grows when its words wrap, and would then cover a part of the last row.
  const [boxHeight, setBoxHeight] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setBoxHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    const touched = () => (hands.current = true);
    const arrived = () => (asked.current = undefined);
    for (const event of ['wheel', 'pointerdown', 'touchmove', 'keydown'])
      element?.addEventListener(event, touched, { passive: true });
    element?.addEventListener('scroll', arrived, { passive: true });
    return () => {
      for (const event of ['wheel', 'pointerdown', 'touchmove', 'keydown'])
        element?.removeEventListener(event, touched);
      element?.removeEventListener('scroll', arrived);
    };
  }, [scroller]);
  useEffect(() => {
    if (currentKey === undefined || current < 0) return;
    const isNew = last.current !== currentKey;
    if (!isNew && hands.current) return;
    const isOpening = last.current === undefined || !isNew;
    last.current = currentKey;
    // Computed positions: reading the DOM would force a layout of everything that has just changed.
    const place = virtualizer.measurementsCache[current];
    const height = (virtualizer.scrollRect?.height ?? 0) - foot;
    const offset = asked.current ?? virtualizer.scrollOffset ?? 0;
    const next = place && offsetToShow(place, { offset, height, head }, isOpening ? 'middle' : 'nearest');
    if (next === undefined || !scroller.current) return;
    const most = virtualizer.getTotalSize() + head - height;
    asked.current = Math.min(next, most);
    if (Math.abs(asked.current - offset) > height) jumping.current = true;
    scroller.current.scrollTop = next;
  }, [currentKey, current, rows, virtualizer, scroller, head, foot, jumping, boxHeight]);
}
