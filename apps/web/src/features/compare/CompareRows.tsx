'use client';
// The rows of a comparison, virtualized. Opens at the first fork; n and p go to the next and the previous one.
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useRouter } from '../../lib/address-state.ts';
import { useRem } from '../../components/rows/use-rem.ts';
import { useWindowRows } from '../../components/rows/use-window-rows.ts';
import { copyLink } from '../../lib/copy.ts';
import { useKeys } from '../../lib/keyboard/KeyboardProvider.tsx';
import type { OpenCall } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { tracePath } from '../../lib/pages.ts';
import type { Pair } from './align.ts';
import type { CompareRow } from './fold.ts';
import { FoldRow, PairRow } from './PairRow.tsx';
import type { Sides } from './ThoughtPair.tsx';
import styles from './compare.module.css';

interface CompareRowsProps {
  project: string;
  traces: Sides<string>;
  steps: Sides<readonly Step[]>;
  open: Sides<OpenCall>;
  pairs: readonly Pair[];
  rows: readonly CompareRow[];
  /** Key of the current row, as in the URL. */
  current: string | undefined;
  onCurrent: (key: string) => void;
  onToggle: (fold: string) => void;
}

/** Estimated heights in rem; rows are measured once they are mounted. */
const ROW = 9;
const ROW_NARROW = 15;
const PAGE = 10;

export function CompareRows({ project, traces, steps, open, pairs, rows, current, ...on }: CompareRowsProps) {
  const { onCurrent, onToggle } = on;
  const element = useRef<HTMLDivElement>(null);
  const height = useRem(ROW, ROW_NARROW);
  const { virtualizer, items, margin } = useWindowRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.key ?? String(index),
    height,
    rows: element,
  });
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
    virtualizer.scrollToIndex(index, { align: 'center' });
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
      else if (row) router.push(stepPath({ project, traces, steps }, row.pair));
    },
    copyLink: () => void copyLink(),
  });
  useOpening(currentIndex, rows.length, (index) => virtualizer.scrollToIndex(index, { align: 'center' }));
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key;
    // A click that ends a text selection must not change the current row.
    if (!key || key === current || getSelection()?.toString()) return;
    setFold(undefined);
    onCurrent(key);
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
            aria-current={isPair && index === currentIndex ? 'step' : undefined}
            tabIndex={isPair ? (index === currentIndex ? 0 : -1) : undefined}
            className={isPair ? styles.pair : styles.foldRow}
            data-fork={(isPair && row.isFork) || undefined}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {isPair ? (
              <PairRow
                project={project}
                traces={traces}
                open={open}
                steps={{ a: steps.a[row.pair.a ?? -1], b: steps.b[row.pair.b ?? -1] }}
                pair={row.pair}
                isCurrent={index === currentIndex}
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

/** The step in its own trace: A's step, or B's where A has none. */
function stepPath({ project, traces, steps }: Pick<CompareRowsProps, 'project' | 'traces' | 'steps'>, pair: Pair) {
  const side = pair.a === null ? 'b' : 'a';
  const step = steps[side][pair[side] ?? -1];
  return `${tracePath(project, traces[side])}${step ? `?step=${step.number}` : ''}`;
}

/** Scrolls to the row once, when the rows have loaded. */
function useOpening(at: number, count: number, scrollTo: (index: number) => void): void {
  const isOpen = useRef(false);
  useEffect(() => {
    if (isOpen.current || count === 0) return;
    isOpen.current = true;
    if (at > 2) scrollTo(at);
  }, [at, count, scrollTo]);
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
