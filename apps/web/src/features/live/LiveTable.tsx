'use client';
// The virtualized rows of the live screen. Follows the newest row, and rows can be reached by keyboard.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useRem } from '../../components/rows/use-rem.ts';
import { tracePath } from '../../lib/address/pages.ts';
import { LiveRow } from './LiveRow.tsx';
import type { TailRow } from './tail-rows.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { traceOf, useLiveRows } from './use-live-rows.ts';
import styles from './live.module.css';

/** In rem: two lines with padding; six where the lanes are stacked. */
const ROW = 3.25;
const ROW_NARROW = 8;

interface LiveTableProps {
  project: string;
  rows: readonly TailRow[];
  dropped: number;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
  onToggle: (group: string) => void;
}

export function LiveTable({ project, rows, dropped, isPaused, onPause, onToggle }: LiveTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRem(ROW, ROW_NARROW);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  useFollowEnd(scroller, { isPaused, onPause: () => onPause(true), rows });
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  const { current, onClick } = useLiveRows(scroller, { project, rows, isPaused, onPause, onToggle, scrollTo });
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label="Steps as they arrive"
      aria-rowcount={rows.length + 1}
      className={styles.table}
      tabIndex={current < 0 ? 0 : -1}
      onClick={onClick}
    >
      <Head />
      {dropped > 0 && <Dropped count={dropped} />}
      <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <LiveRow
                key={key}
                row={row}
                index={index}
                top={start}
                selected={index === current}
                href={tracePath(project, traceOf(row))}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function Head() {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <span aria-hidden />
      <span role="columnheader">Trace</span>
      <span role="columnheader">
        Thought <em>behind the scenes</em>
      </span>
      <span role="columnheader">Action</span>
      <span role="columnheader" className={styles.headPaid}>
        Cost · hidden
      </span>
    </div>
  );
}

function Dropped({ count }: { count: number }) {
  return (
    <p role="presentation" className={styles.dropped}>
      {count.toLocaleString()} older {count === 1 ? 'step is' : 'steps are'} no longer kept here. They are in the list
      of traces.
    </p>
  );
}
