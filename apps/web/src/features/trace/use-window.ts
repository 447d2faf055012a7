'use client';
// Which rows are mounted: those on the screen, a few more, and always the current one, so that focus is never lost by scrolling.
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { indexesOf, placesOf, rowsFor, type Places } from './row-window.ts';
import { offsetToShow } from './scroll-to-row.ts';
import { useScrolled } from './use-scrolled.ts';

/** The head of the columns covers this much of the rows below it, in rem. */
const HEAD = 1.8125;

interface WindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** Heights in rem; another list when one of them changes. */
  rows: readonly { height: number }[];
  rem: number;
  stacked: boolean;
  /** Row of the current entry; -1 = not shown. */
  current: number;
  /** Changes when the current row changes: the row is then brought onto the screen. */
  currentKey: string | undefined;
}

interface RowWindow {
  /** `start` in pixels. */
  items: { index: number; start: number }[];
  /** Of all rows, in pixels. */
  height: number;
}

export function useWindow({ scroller, rows, rem, stacked, current, currentKey }: WindowOptions): RowWindow {
  const places = useMemo(() => placesOf(rows, rem), [rows, rem]);
  const scrolled = useScrolled(scroller, places);
  useShown(scroller, scrolled, { places, current, currentKey, head: stacked ? 0 : HEAD * rem });
  const { part } = scrolled;
  const items = useMemo(
    () => indexesOf(rowsFor(places, part), current).map((index) => ({ index, start: places[index]! })),
    [places, part, current],
  );
  return { items, height: places.at(-1)! };
}

interface Shown {
  places: Places;
  current: number;
  currentKey: string | undefined;
  /** In pixels. */
  head: number;
}

const HANDS = ['wheel', 'pointerdown', 'touchmove', 'keydown'] as const;

/**
 * Brings the current row onto the screen when it becomes current. A link opens with its step in the middle, and keeps it there while the page
 * is still finding its sizes; once someone has scrolled, only their own moves scroll.
 */
function useShown(
  scroller: RefObject<HTMLDivElement | null>,
  { exact, scrollTo }: ReturnType<typeof useScrolled>,
  { places, current, currentKey, head }: Shown,
): void {
  const hands = useRef(false);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const element = scroller.current;
    const touched = () => (hands.current = true);
    for (const event of HANDS) element?.addEventListener(event, touched, { passive: true });
    return () => {
      for (const event of HANDS) element?.removeEventListener(event, touched);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    if (currentKey === undefined || current < 0) return;
    const isNew = last.current !== currentKey;
    if (!isNew && hands.current) return;
    const isOpening = last.current === undefined || !isNew;
    last.current = currentKey;
    // Places are computed, and not asked of the page, which would have to lay out all that has just changed to answer.
    const row = { start: places[current]!, end: places[current + 1]! };
    const next = offsetToShow(row, { ...exact.current, head }, isOpening ? 'middle' : 'nearest');
    const most = Math.max(0, places.at(-1)! + head - exact.current.height);
    if (next !== undefined) scrollTo(Math.min(next, most));
  }, [currentKey, current, places, head, exact, scrollTo]);
}
