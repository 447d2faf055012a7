'use client';
// The rows near the window, for a page that scrolls as a whole with rows of equal height. Plain arithmetic, because a
// measuring virtualizer is larger than the whole list.
import { useCallback, useSyncExternalStore, type RefObject } from 'react';
import { useTop } from '../../../components/rows/use-top.ts';

const OVERSCAN = 8;
/** Used before the page is measured. */
const FIRST_ROWS = 20;
/** Space for the bars that stick to the top and the bottom of the window. */
const STICKY_TOP = 80;
const STICKY_BOTTOM = 48;

interface Rows {
  count: number;
  /** Height of one row in pixels. */
  height: number;
  /** The element that contains the rows. */
  holder: RefObject<HTMLElement | null>;
  /** Index of a row that stays mounted at any distance, because it has the focus. -1 = none. */
  keep: number;
}

export function useRowsInView({ count, height, holder, keep }: Rows) {
  const top = useTop(holder);
  // Rounded to steps of the overscan, so that most scrolling renders nothing.
  const read = () => Math.floor(Math.max(0, window.scrollY - top) / height / OVERSCAN) * OVERSCAN;
  const first = useSyncExternalStore(onScroll, read, () => 0);
  const fit = useSyncExternalStore(
    onResize,
    () => Math.ceil(window.innerHeight / height),
    () => FIRST_ROWS,
  );
  const start = Math.max(0, Math.min(first, count - 1) - OVERSCAN);
  const end = Math.min(count, first + fit + 2 * OVERSCAN);
  const indexes = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  if (keep >= 0 && keep < count && (keep < start || keep >= end)) indexes.push(keep);
  const show = useCallback(
    (index: number) => {
      const y = top + index * height;
      const above = y - STICKY_TOP;
      const below = y + height + STICKY_BOTTOM - window.innerHeight;
      if (window.scrollY > above) window.scrollTo({ top: above });
      else if (window.scrollY < below) window.scrollTo({ top: below });
    },
    [top, height],
  );
  return { indexes, last: end - 1, show };
}

function onScroll(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}

function onResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
