'use client';
// Virtualized rows of a page that scrolls as a whole; loads the next page of rows before the end is reached.
import { useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { rowsWith } from './rows-with.ts';
import { useTop } from './use-top.ts';

/** The pagination state of an infinite query. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface WindowRows {
  count: number;
  keyOf: (index: number) => string;
  /** Height of a row in pixels; an estimate where rows are measured. */
  height: number;
  /** The element that contains the rows. */
  rows: RefObject<HTMLElement | null>;
  /** Index of a row that stays mounted wherever the page is scrolled, because it may have the focus. */
  current?: number;
  more?: MorePages;
}

const NEAR_END = 10;
/** Space for the bars that stick to the top of the window. */
const STICKY_PIXELS = 96;

export function useWindowRows({ count, keyOf, height, rows, current = -1, more }: WindowRows) {
  const margin = useTop(rows);
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: () => height,
    overscan: 6,
    rangeExtractor: (range: Range) => rowsWith(current, range),
    scrollMargin: margin,
    scrollPaddingStart: STICKY_PIXELS,
    scrollPaddingEnd: STICKY_PIXELS / 2,
  });
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, height]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wantsMore = more?.hasNextPage && !more.isFetchingNextPage && !more.isFetchNextPageError;
  useEffect(() => {
    if (wantsMore && last >= count - NEAR_END) void more?.fetchNextPage();
  });
  return { virtualizer, items, margin };
}
