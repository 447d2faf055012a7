'use client';
// Moves over the rows of a comparison by keyboard: row by row, and from fork to fork.
import { useState, type MouseEvent, type RefObject } from 'react';
import { useRouter } from '../../../lib/address/address-state.ts';
import { copyLink } from '../../../lib/files/copy.ts';
import { useKeys } from '../../../lib/keyboard/KeyboardProvider.tsx';
import type { CompareRow } from '../diff/fold.ts';

const PAGE = 10;

interface CompareKeys {
  rows: readonly CompareRow[];
  /** Key of the current row, as in the URL. */
  current: string | undefined;
  onCurrent: (key: string) => void;
  onToggle: (fold: string) => void;
  pathOf: (row: CompareRow & { kind: 'pair' }) => string;
  scrollTo: (index: number) => void;
}

/** Returns the index of the current row, and the click handler of the rows. */
export function useCompareKeys(element: RefObject<HTMLElement | null>, keys: CompareKeys) {
  const { rows, current, onCurrent, onToggle, pathOf, scrollTo } = keys;
  const currentIndex = rows.findIndex((row) => row.key === current);
  // A folded run of equal steps has no URL; it only keeps the keyboard position until the user moves on.
  const [fold, setFold] = useState<string>();
  const folded = fold === undefined ? -1 : rows.findIndex((row) => row.key === fold);
  const at = folded < 0 ? currentIndex : folded;
  const router = useRouter();
  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFold(row.kind === 'fold' ? row.key : undefined);
    if (row.kind === 'pair') onCurrent(row.key);
    scrollTo(index);
    focusRow(element.current, row.key);
  };
  const isDifference = (row: CompareRow) => row.kind === 'pair' && row.isFork;
  useKeys({
    nextDifference: () => go(rows.findIndex((row, index) => index > at && isDifference(row))),
    pauseOrPrevious: () => go(rows.findLastIndex((row, index) => index < at && isDifference(row))),
    next: () => go(Math.min(rows.length - 1, at + 1)),
    previous: () => go(Math.max(0, at - 1)),
    pageDown: () => go(Math.min(rows.length - 1, at + PAGE)),
    pageUp: () => go(Math.max(0, at - PAGE)),
    first: () => go(0),
    last: () => go(rows.length - 1),
    open: () => {
      const row = rows[at];
      if (row?.kind === 'fold') onToggle(row.key);
      else if (row) router.push(pathOf(row));
    },
    copyLink: () => void copyLink(),
  });
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key;
    // A click that ends a text selection must not change the current row.
    if (!key || key === current || getSelection()?.toString()) return;
    setFold(undefined);
    onCurrent(key);
  };
  return { currentIndex, onClick };
}

/** A row is mounted a moment after it scrolls into view, so this retries. */
function focusRow(rows: HTMLElement | null, key: string, attempts = 10): void {
  requestAnimationFrame(() => {
    const row = rows?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`);
    const target = row?.matches('[tabindex]') ? row : row?.querySelector('button');
    if (target) target.focus({ preventScroll: true });
    else if (attempts > 0) focusRow(rows, key, attempts - 1);
  });
}
