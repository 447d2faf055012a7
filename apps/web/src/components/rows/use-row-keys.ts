'use client';
// The keyboard commands of lists whose rows are links: move, open, copy the link. Rows are found by their `data-row`.
import type { RefObject } from 'react';
import { useKeys, type KeyHandlers } from '../../lib/keyboard/KeyboardProvider.tsx';
import { copyLink } from '../../lib/files/copy.ts';

interface RowKeys {
  count: number;
  /** Index of the current row; -1 = none. */
  current: number;
  /** Makes a row the current one and scrolls it into view; -1 = none. */
  onMove: (index: number) => void;
  onOpen: (index: number) => void;
  pathOf: (index: number) => string;
  /** The element that contains the rows. */
  rows: RefObject<HTMLElement | null>;
  /** More commands of the page; they override those of lists. */
  also?: KeyHandlers;
  /** False while the keys are not for the rows: then only `also` is active. */
  enabled?: boolean;
}

const PAGE = 10;

export function useRowKeys({ count, current, onMove, onOpen, pathOf, rows, also, enabled = true }: RowKeys): void {
  const go = (index: number) => {
    if (count === 0) return;
    const target = Math.max(0, Math.min(count - 1, index));
    onMove(target);
    focusRow(rows, target);
  };
  const onCurrent = (act: (index: number) => void) => () => {
    if (current >= 0) act(current);
  };
  const handlers: KeyHandlers = {
    next: () => go(current + 1),
    previous: () => go(current < 0 ? 0 : current - 1),
    pageDown: () => go(current + PAGE),
    pageUp: () => go(current - PAGE),
    first: () => go(0),
    last: () => go(count - 1),
    open: onCurrent(onOpen),
    copyLink: onCurrent((index) => {
      void copyLink(new URL(pathOf(index), location.origin).href);
    }),
    escape: () => {
      onMove(-1);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  };
  useKeys({ ...(enabled ? handlers : {}), ...also });
}

/** Focuses a row, with retries: it is mounted a moment after it scrolls into view. */
export function focusRow(rows: RefObject<HTMLElement | null>, index: number, attempts = 10): void {
  requestAnimationFrame(() => {
    const row = rows.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (row) row.focus({ preventScroll: true });
    else if (attempts > 0) focusRow(rows, index, attempts - 1);
  });
}
