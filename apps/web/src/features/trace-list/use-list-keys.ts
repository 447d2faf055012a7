'use client';
// What the keys of the table do on the list.
import type { RefObject } from 'react';
import { useKeys } from '../../lib/keyboard/KeyboardProvider.tsx';
import { toast } from '../../lib/toast.ts';
import { tracePath } from './TraceListRow.tsx';
import type { TraceRow } from './use-traces.ts';

interface ListKeys {
  project: string;
  rows: readonly TraceRow[];
  current: string | undefined;
  setCurrent: (id: string | undefined) => void;
  open: (id: string) => void;
  scrollTo: (index: number) => void;
  grid: RefObject<HTMLElement | null>;
}

const PAGE = 10;

export function useListKeys({ project, rows, current, setCurrent, open, scrollTo, grid }: ListKeys): void {
  const at = rows.findIndex((row) => row.id === current);
  const go = (index: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[target];
    if (!row) return;
    setCurrent(row.id);
    scrollTo(target);
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-trace="${row.id}"]`)?.focus({ preventScroll: true }),
    );
  };
  useKeys({
    next: () => go(at + 1),
    previous: () => go(at < 0 ? 0 : at - 1),
    pageDown: () => go(at + PAGE),
    pageUp: () => go(at - PAGE),
    first: () => go(0),
    last: () => go(rows.length - 1),
    open: () => {
      if (current !== undefined && at >= 0) open(current);
    },
    copyLink: () => {
      if (current === undefined || at < 0) return;
      void navigator.clipboard
        .writeText(`${location.origin}${tracePath(project, current)}`)
        .then(() => toast('Link copied'));
    },
    escape: () => {
      setCurrent(undefined);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  });
}
