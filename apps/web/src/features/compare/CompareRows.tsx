'use client';
// The rows of a comparison: only those near the window are mounted; it opens at the first fork, and n and p go from one to the next.
import { useEffect, useRef, type MouseEvent } from 'react';
import { useRem } from '../../components/rows/use-rem.ts';
import { useWindowRows } from '../../components/rows/use-window-rows.ts';
import { useKeys } from '../../lib/keyboard/KeyboardProvider.tsx';
import type { Step } from '../../lib/steps/step-tree.ts';
import type { Pair } from './align.ts';
import type { CompareRow } from './fold.ts';
import { FoldRow, PairRow } from './PairRow.tsx';
import type { Sides } from './ThoughtPair.tsx';
import styles from './compare.module.css';

interface CompareRowsProps {
  project: string;
  traces: Sides<string>;
  steps: Sides<readonly Step[]>;
  pairs: readonly Pair[];
  rows: readonly CompareRow[];
  /** Key of the current row, as in the address. */
  current: string | undefined;
  onCurrent: (key: string) => void;
  onToggle: (fold: string) => void;
}

/** First guesses, in rem: rows are measured once they are there. */
const ROW = 9;
const ROW_NARROW = 15;

export function CompareRows({ project, traces, steps, pairs, rows, current, onCurrent, onToggle }: CompareRowsProps) {
  const element = useRef<HTMLDivElement>(null);
  const height = useRem(ROW, ROW_NARROW);
  const { virtualizer, items, margin } = useWindowRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.key ?? String(index),
    height,
    rows: element,
  });
  const at = rows.findIndex((row) => row.key === current);
  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    if (row.kind === 'pair') onCurrent(row.key);
    virtualizer.scrollToIndex(index, { align: 'center' });
    focusRow(element.current, row.key);
  };
  const isDifference = (row: CompareRow) => row.kind === 'pair' && row.isFork;
  useKeys({
    nextDifference: () => go(rows.findIndex((row, index) => index > at && isDifference(row))),
    pauseOrPrevious: () => go(rows.findLastIndex((row, index) => index < at && isDifference(row))),
    next: () => go(Math.min(rows.length - 1, at + 1)),
    previous: () => go(Math.max(0, at - 1)),
    first: () => go(0),
    last: () => go(rows.length - 1),
  });
  useOpening(at, rows.length, (index) => virtualizer.scrollToIndex(index, { align: 'center' }));
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key;
    // Whoever marks text to copy it does not want the row to change.
    if (key && key !== current && !getSelection()?.toString()) onCurrent(key);
  };
  return (
    <div
      ref={element}
      role="list"
      aria-label="Steps of both runs"
      className={styles.rows}
      style={{ height: virtualizer.getTotalSize() }}
      onClick={onClick}
    >
      {items.map(({ index, start, key }) => {
        const row = rows[index];
        if (!row) return null;
        const isPair = row.kind === 'pair';
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            role="listitem"
            data-index={index}
            data-key={isPair ? row.key : undefined}
            data-row-key={row.key}
            aria-current={isPair && index === at ? 'step' : undefined}
            tabIndex={isPair ? (index === at ? 0 : -1) : undefined}
            className={isPair ? styles.pair : styles.foldRow}
            data-fork={(isPair && row.isFork) || undefined}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {isPair ? (
              <PairRow
                project={project}
                traces={traces}
                steps={{ a: steps.a[row.pair.a ?? -1], b: steps.b[row.pair.b ?? -1] }}
                pair={row.pair}
                isCurrent={index === at}
              />
            ) : (
              <FoldRow row={row} pairs={pairs} steps={steps} onToggle={() => onToggle(row.key)} />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Once, when the rows are there. */
function useOpening(at: number, count: number, scrollTo: (index: number) => void): void {
  const isOpen = useRef(false);
  useEffect(() => {
    if (isOpen.current || count === 0) return;
    isOpen.current = true;
    if (at > 2) scrollTo(at);
  }, [at, count, scrollTo]);
}

/** A row that comes on screen is mounted a moment later. */
function focusRow(rows: HTMLElement | null, key: string, attempts = 10): void {
  requestAnimationFrame(() => {
    const row = rows?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`);
    const target = row?.matches('[tabindex]') ? row : row?.querySelector('button');
    if (target) target.focus({ preventScroll: true });
    else if (attempts > 0) focusRow(rows, key, attempts - 1);
  });
}
