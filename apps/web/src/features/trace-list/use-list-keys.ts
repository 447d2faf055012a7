'use client';
// What the keys of the table do on the list.
import type { RefObject } from 'react';
import { useKeys, type KeyHandlers } from '../../lib/keyboard/KeyboardProvider.tsx';
import { toast } from '../../lib/toast.ts';
import { comparePath } from './SelectionBar.tsx';
import { tracePath } from './TraceListRow.tsx';
import type { List } from './use-list.ts';
import type { TraceRow } from './use-traces.ts';

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
  /** Scrolls so that a row is on screen. */
  show: (index: number) => void;
  grid: RefObject<HTMLElement | null>;
  /** False while the focus is in the peek. */
  enabled: boolean;
}

const PAGE = 10;

export function useListKeys(keys: ListKeys): void {
  const { list, rows, at, grid, enabled } = keys;
  const current = rows[at]?.id;
  const closePeek = () => {
    void list.setUrl({ peek: null });
    focusRow(grid, list.peek ?? current);
  };
  const handlers: KeyHandlers = {
    ...moves(keys),
    open: () => current !== undefined && keys.open(current),
    select: () => current !== undefined && keys.select(current),
    compare: () => compare(keys, current),
    copyLink: () => current !== undefined && copy(`${location.origin}${tracePath(keys.project, current)}`),
    peek: () => {
      if (list.peek) closePeek();
      else if (current !== undefined) void list.setUrl({ peek: current }, { history: 'push' });
    },
    escape: () => {
      if (list.peek) return closePeek();
      if (list.selected.length > 0) return list.setSelected([]);
      keys.setCurrent(undefined);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  };
  useKeys(enabled ? handlers : { escape: closePeek });
}

/** The peek goes with the current row. */
function moves({ list, rows, at, setCurrent, show, grid }: ListKeys): KeyHandlers {
  const go = (index: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[target];
    if (!row) return;
    setCurrent(row.id);
    show(target);
    if (list.peek && list.peek !== row.id) void list.setUrl({ peek: row.id });
    focusRow(grid, row.id);
  };
  return {
    next: () => go(at + 1),
    previous: () => go(at < 0 ? 0 : at - 1),
    pageDown: () => go(at + PAGE),
    pageUp: () => go(at - PAGE),
    first: () => go(0),
    last: () => go(rows.length - 1),
  };
}

/** A row that comes on screen is mounted a moment later. */
function focusRow(grid: RefObject<HTMLElement | null>, id: string | undefined, attempts = 5): void {
  if (id === undefined || attempts === 0) return;
  requestAnimationFrame(() => {
    const row = grid.current?.querySelector<HTMLElement>(`[data-trace="${id}"]`);
    if (row) row.focus({ preventScroll: true });
    else focusRow(grid, id, attempts - 1);
  });
}

/** The two that are selected, or the one that is and the current one. */
function compare({ project, list: { selected }, go }: ListKeys, current: string | undefined): void {
  const both = selected.length === 1 && current !== undefined && !selected.includes(current);
  const [a, b, ...more] = both ? [...selected, current] : selected;
  if (a !== undefined && b !== undefined && more.length === 0) go(comparePath(project, a, b));
  else toast('Select two traces with x to compare them', `${selected.length} selected now.`);
}

function copy(link: string): void {
  void navigator.clipboard.writeText(link).then(
    () => toast('Link copied'),
    () => toast('The link could not be copied', link),
  );
}
