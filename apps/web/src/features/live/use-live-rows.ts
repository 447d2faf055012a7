'use client';
// What a key and a click do on the live screen: select a row, open its step, expand and collapse a group.
import { useState, type MouseEvent, type RefObject } from 'react';
import { useRowKeys } from '../../components/rows/use-row-keys.ts';
import { tracePath } from '../../lib/address/pages.ts';
import type { TailRow } from './tail-rows.ts';
import { useOpenStep } from './use-open-step.ts';

interface LiveRows {
  project: string;
  rows: readonly TailRow[];
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
  onToggle: (group: string) => void;
  scrollTo: (index: number) => void;
}

/** Returns the index of the current row, -1 = none. */
export function useLiveRows(scroller: RefObject<HTMLDivElement | null>, view: LiveRows) {
  const { project, rows, isPaused, onPause, onToggle, scrollTo } = view;
  const [selected, setSelected] = useState<string>();
  const open = useOpenStep(project);
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
      scrollTo(index);
    },
    also: {
      pauseOrPrevious: () => onPause(!isPaused),
      inward: () => act(current),
      outward: () => close(current),
    },
  });
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { index, isLink } = clickedRow(event.target as HTMLElement);
    if (index < 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (isLink) event.preventDefault();
    setSelected(rows[index]?.key);
    const row = rows[index];
    if (row?.kind === 'group' && !isLink) toggle(row.key);
    else if (row && isLink) void open(row);
  };
  return { current, onClick };
}

/** `index`: -1 for a click that hits no row. */
const clickedRow = (target: HTMLElement) => ({
  index: Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1),
  isLink: target.closest('a') !== null,
});

export const traceOf = (row: TailRow | undefined): string =>
  row === undefined ? '' : row.kind === 'group' ? row.newest.trace : row.step.trace;
