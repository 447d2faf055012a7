'use client';
// Moves over the rows of a comparison by keyboard: row by row, and from difference to difference.
import { useRef, useState, type MouseEvent, type RefObject } from 'react';
import { useRouter } from '../../../lib/address/address-state.ts';
import { copyLink } from '../../../lib/files/copy.ts';
import { useKeys } from '../../../lib/keyboard/KeyboardProvider.tsx';
import type { CompareRow } from '../diff/fold.ts';

const PAGE = 10;

interface CompareKeys {
  rows: readonly CompareRow[];
  /** -1: no row. */
  currentIndex: number;
  onCurrent: (key: string) => void;
  onToggle: (fold: string) => void;
  pathOf: (row: CompareRow & { kind: 'pair' }) => string;
  scrollTo: (index: number) => void;
}

/** Returns the click handler of the rows. */
export function useCompareKeys(element: RefObject<HTMLElement | null>, keys: CompareKeys) {
  const { rows, currentIndex, onCurrent, onToggle, pathOf, scrollTo } = keys;
  // A folded run of equal steps has no URL; it only keeps the keyboard position until the user moves on.
  const [fold, setFold] = useState<string>();
  const folded = fold === undefined ? -1 : rows.findIndex((row) => row.key === fold);
  const at = folded < 0 ? currentIndex : folded;
  const router = useRouter();
  const wanted = useRef<string>(undefined);
  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFold(row.kind === 'fold' ? row.key : undefined);
    if (row.kind === 'pair') onCurrent(row.key);
    scrollTo(index);
    wanted.current = row.key;
    focusRow(element, wanted);
  };
  const isDifference = (row: CompareRow) => row.kind === 'pair' && row.isDifferent;
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
  return (event: MouseEvent<HTMLElement>) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key;
    // A click that ends a text selection must not change the current row.
    if (!key || key === rows[currentIndex]?.key || getSelection()?.toString()) return;
    setFold(undefined);
    onCurrent(key);
  };
}

/** A row is mounted a moment after it scrolls into view, on a busy machine many frames later, so this retries. */
function focusRow(element: RefObject<HTMLElement | null>, wanted: RefObject<string | undefined>, attempts = 120): void {
  const key = wanted.current;
  if (key === undefined || attempts === 0) return;
  requestAnimationFrame(() => {
    // Another row is wanted by now.
    if (wanted.current !== key) return;
    const row = element.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`);
    const target = row?.matches('[tabindex]') ? row : row?.querySelector('button');
    if (target) target.focus({ preventScroll: true });
    else focusRow(element, wanted, attempts - 1);
  });
}
