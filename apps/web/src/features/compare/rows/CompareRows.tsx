'use client';
// The rows of a comparison, virtualized. Opens at the first difference; n and p go to the next and the previous one.
import { useEffect, useRef } from 'react';
import { useRem } from '../../../components/rows/use-rem.ts';
import { useWindowRows } from '../../../components/rows/use-window-rows.ts';
import type { OpenCall } from '../../../lib/steps/call-outcome.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import type { Pair } from '../../../lib/compare/align.ts';
import type { CompareRow } from '../diff/fold.ts';
import { FoldRow, PairRow } from './PairRow.tsx';
import type { Sides } from './ThoughtPair.tsx';
import { useCompareKeys } from './use-compare-keys.ts';
import styles from '../compare.module.css';

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

export function CompareRows({ project, traces, steps, open, pairs, rows, current, ...on }: CompareRowsProps) {
  const { onCurrent, onToggle } = on;
  const element = useRef<HTMLDivElement>(null);
  const height = useRem(ROW, ROW_NARROW);
  const currentIndex = rows.findIndex((row) => row.key === current);
  const { virtualizer, items, margin } = useWindowRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.key ?? String(index),
    height,
    rows: element,
    current: currentIndex,
  });
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' });
  const pathOf = ({ pair }: { pair: Pair }) => stepPath({ project, traces, steps }, pair);
  const onClick = useCompareKeys(element, { rows, currentIndex, onCurrent, onToggle, pathOf, scrollTo });
  useOpening(currentIndex, rows.length, scrollTo);
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
            data-different={(isPair && row.isDifferent) || undefined}
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
