'use client';
// Rows of a page that scrolls as a whole: only those near the window are mounted, and the next page of them is asked for before its end.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { useTop } from './use-top.ts';

/** What an infinite query says of its pages. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface WindowRows {
  count: number;
  keyOf: (index: number) => string;
  /** Pixels of a row; where rows are measured, the first guess. */
  height: number;
  /** The element that holds the rows. */
  rows: RefObject<HTMLElement | null>;
  more?: MorePages;
}

const NEAR_END = 10;
/** Room for the bars that stick to the top of the window. */
const STICKY_PIXELS = 96;

export function useWindowRows({ count, keyOf, height, rows, more }: WindowRows) {
  const margin = useTop(rows);
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: () => height,
    overscan: 6,
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
