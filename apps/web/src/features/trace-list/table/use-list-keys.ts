'use client';
// The keyboard commands of the list.
import type { RefObject } from 'react';
import { focusRow, useRowKeys } from '../../../components/rows/use-row-keys.ts';
import type { KeyHandlers } from '../../../lib/keyboard/KeyboardProvider.tsx';
import { toast } from '../../../lib/toast.ts';
import { comparePath, MOST_COMPARED, tracePath } from '../../../lib/address/pages.ts';
import type { List } from '../use-list.ts';
import type { TraceRow } from './trace-row.ts';

interface ListKeys {
  project: string;
  list: List;
  rows: readonly TraceRow[];
  /** Index of the current row; -1 = none. */
  at: number;
  setCurrent: (id: string | undefined) => void;
  select: (id: string) => void;
  open: (id: string) => void;
  go: (path: string) => void;
  /** Scrolls a row into view. */
  show: (index: number) => void;
  grid: RefObject<HTMLElement | null>;
  /** False while the focus is in the peek. */
  enabled: boolean;
}

export function useListKeys(keys: ListKeys): void {
  const { list, rows, at, setCurrent, show, grid, enabled } = keys;
  const current = rows[at]?.id;
  const closePeek = () => {
    void list.setUrl({ peek: null });
    focusRow(grid, list.peek ? rows.findIndex(({ id }) => id === list.peek) : at);
  };
  const also: KeyHandlers = {
    select: () => current !== undefined && keys.select(current),
    compare: () => compare(keys, current),
    peek: () => {
      if (list.peek) closePeek();
      else if (current !== undefined) void list.setUrl({ peek: current }, { history: 'push' });
    },
    escape: () => {
      if (list.peek) return closePeek();
      if (list.selected.length > 0) return list.setSelected([]);
      setCurrent(undefined);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  };
  useRowKeys({
    ...{ count: rows.length, current: at, rows: grid, enabled },
    also: enabled ? also : { escape: closePeek },
    /** The peek follows the current row. */
    onMove: (index) => {
      const id = rows[index]!.id;
      setCurrent(id);
      show(index);
      if (list.peek && list.peek !== id) void list.setUrl({ peek: id });
    },
    onOpen: (index) => keys.open(rows[index]!.id),
    pathOf: (index) => tracePath(keys.project, rows[index]!.id),
  });
}

/** Compares the selected traces, or one selected trace with the current one. */
function compare({ project, list: { selected }, go }: ListKeys, current: string | undefined): void {
  const both = selected.length === 1 && current !== undefined && !selected.includes(current);
  const runs = both ? [...selected, current] : selected;
  if (runs.length > 1 && runs.length <= MOST_COMPARED) go(comparePath(project, ...runs));
  else toast(`Select 2 to ${MOST_COMPARED} traces with x to compare them`, `${selected.length} selected now.`);
}
