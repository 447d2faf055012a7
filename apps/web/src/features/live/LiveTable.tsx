'use client';
// The virtualized rows of the live screen. Follows the newest row, and rows can be reached by keyboard.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type MouseEvent } from 'react';
import { useRem } from '../../components/rows/use-rem.ts';
import { useRowKeys } from '../../components/rows/use-row-keys.ts';
import { tracePath } from '../../lib/pages.ts';
import { LiveRow } from './LiveRow.tsx';
import type { TailRow } from './tail-rows.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { useOpenStep } from './use-open-step.ts';
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
  const [selected, setSelected] = useState<string>();
  const open = useOpenStep(project);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  useFollowEnd(scroller, { isPaused, onPause: () => onPause(true), rows });
  const current = rows.findIndex((row) => row.key === selected);
  // The group's steps appear below it, so following the end would scroll it out of view.
  const toggle = (group: string) => {
    onPause(true);
    onToggle(group);
  };
  const act = (index: number) => {
    const row = rows[index];
    if (row?.kind === 'group' && !row.isOpen) toggle(row.key);
    else if (row) void open(row);
  };
  const close = (index: number) => {
    const row = rows[index];
    if (row?.kind === 'group' && row.isOpen) toggle(row.key);
  };
  useRowKeys({
    count: rows.length,
    current,
    rows: scroller,
    onOpen: act,
    pathOf: (index) => tracePath(project, traceOf(rows[index])),
    onMove: (index) => {
      setSelected(rows[index]?.key);
      if (index < 0) return;
      // While a row is focused it must not move away.
      onPause(index < rows.length - 1);
      virtualizer.scrollToIndex(index);
    },
    also: {
      pauseOrPrevious: () => onPause(!isPaused),
      inward: () => act(current),
      outward: () => close(current),
    },
  });
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1);
    const isLink = target.closest('a') !== null;
    if (index < 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (isLink) event.preventDefault();
    setSelected(rows[index]?.key);
    const row = rows[index];
    if (row?.kind === 'group' && !isLink) toggle(row.key);
    else if (row && isLink) void open(row);
  };
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

const traceOf = (row: TailRow | undefined): string =>
  row === undefined ? '' : row.kind === 'group' ? row.newest.trace : row.step.trace;

function Dropped({ count }: { count: number }) {
  return (
    <p role="presentation" className={styles.dropped}>
      {count.toLocaleString()} older {count === 1 ? 'step is' : 'steps are'} no longer kept here. They are in the list
      of traces.
    </p>
  );
}
