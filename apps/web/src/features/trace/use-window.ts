'use client';
// Which rows are mounted: those on the screen, a few more, and always the current one, so that focus is never lost by scrolling. Before there is
// a screen, the first ones: they come with the page's own HTML, and are read while its code is still on the way.
import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { offsetToShow } from './scroll-to-row.ts';
import { rowsWith } from './rows-with.ts';
import type { ListRow } from './stay-in-place.ts';
import { useStayInPlace } from './use-stay-in-place.ts';

const OVERSCAN = 6;
/** What a page is taken for until it is measured, in pixels: as high as most windows leave it. */
const UNMEASURED = { width: 0, height: 720 };
/** The head of the columns covers this much of the rows below it, in rem. */
const HEAD = 1.8125;

interface WindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** Heights in rem; another list when one of them changes. */
  rows: readonly ListRow[];
  rem: number;
  stacked: boolean;
  /** Row of the current entry; -1 = not shown. */
  current: number;
  /** Changes when the current row changes: the row is then brought onto the screen. */
  currentKey: string | undefined;
  /** Covered at the bottom, in rem. */
  foot?: number;
}

export function useWindow({ scroller, rows, rem, stacked, current, currentKey, foot = 0 }: WindowOptions) {
  // After a jump only what is on the screen is mounted: the rows around it take as long again, and nobody has seen them missing before they come.
  const jumping = useRef(false);
  const [filled, setFilled] = useState(0);
  const rangeExtractor = useCallback(
    (range: Range) => (void filled, rowsWith(current, jumping.current ? { ...range, overscan: 0 } : range)),
    [current, filled],
  );
  // Another function whenever heights change: that is what makes the virtualizer count them anew, within the render that changes them.
  const getItemKey = useCallback((index: number) => (void rows, void rem, index), [rows, rem]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.height ?? 0) * rem,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
    // A link to a row begins there, which takes a screen to be known.
    ...(currentKey === undefined && { initialRect: UNMEASURED }),
  });
  const covered = { head: stacked ? 0 : HEAD * rem, foot: foot * rem };
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
  /** Set before a jump to where nothing is mounted yet. */
  jumping: RefObject<boolean>;
};

/**
 * Brings the current row onto the screen when it becomes current. A link opens with its step in the middle, and keeps it there while the page
 * is still finding its sizes; once someone has scrolled, only their own moves scroll.
 */
function useShown(
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  scroller: RefObject<HTMLDivElement | null>,
  { rows, current, currentKey, head, foot, jumping }: Shown,
): void {
  const hands = useRef(false);
  const last = useRef<string>(undefined);
  /** Where it was scrolled to, until the page says that it is there. */
  const asked = useRef<number>(undefined);
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
    // Places are computed, and not asked of the page, which would have to lay out all that has just changed to answer.
    const place = virtualizer.measurementsCache[current];
    const height = (virtualizer.scrollRect?.height ?? 0) - foot;
    const offset = asked.current ?? virtualizer.scrollOffset ?? 0;
    const next = place && offsetToShow(place, { offset, height, head }, isOpening ? 'middle' : 'nearest');
    if (next === undefined || !scroller.current) return;
    const most = virtualizer.getTotalSize() + head - height;
    asked.current = Math.min(next, most);
    if (Math.abs(asked.current - offset) > height) jumping.current = true;
    scroller.current.scrollTop = next;
  }, [currentKey, current, rows, virtualizer, scroller, head, foot, jumping]);
}
