'use client';
// The rows of the Spans view: which are expanded, which is selected, and the keys that move between them.
import { useMemo, useState } from 'react';
import { useKeys } from '../../../lib/keyboard/KeyboardProvider.tsx';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { shownEntries, spanTree, type SpanEntry, type SpanTree } from '../time/span-tree.ts';

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

export interface SpanRows {
  tree: SpanTree;
  /** Indexes into `tree.entries`. */
  shown: number[];
  /** Index of the selected row among the shown ones; -1 = none. */
  current: number;
  isOpen: (entry: SpanEntry) => boolean;
  toggle: (entry: SpanEntry) => void;
}

/** `chosen`: key of the selected row. Its ancestors are expanded, even if the user collapsed them before. */
export function useSpanRows(
  spans: readonly SpanRow[],
  chosen: string | undefined,
  choose: (entry: SpanEntry) => void,
): SpanRows {
  const tree = useMemo(() => spanTree(spans), [spans]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const place = chosen === undefined ? -1 : (tree.places.get(chosen) ?? -1);
  const isOpen = useMemo(() => {
    const leads = new Set<string>();
    for (let entry = tree.entries[tree.entries[place]?.parent ?? -1]; entry; entry = tree.entries[entry.parent])
      leads.add(entry.key);
    return ({ key }: SpanEntry) => leads.has(key) || !closed.has(key);
  }, [tree, closed, place]);
  const shown = useMemo(() => shownEntries(tree, isOpen), [tree, isOpen]);
  const current = useMemo(() => shown.indexOf(place), [shown, place]);
  const toggle = (entry: SpanEntry) => {
    // Collapsing a row selects it when it contains the selected one, which would otherwise keep it expanded.
    const holds = current >= 0 && isBelow(tree, place, tree.places.get(entry.key) ?? -1);
    if (!closed.has(entry.key) && holds) choose(entry);
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(entry.key)) after.add(entry.key);
      return after;
    });
  };
  const rows = { tree, shown, current, isOpen, toggle };
  useSpanKeys(rows, tree.entries[place], choose);
  return rows;
}

function useSpanKeys(
  { tree, shown, current, isOpen, toggle }: SpanRows,
  entry: SpanEntry | undefined,
  choose: (entry: SpanEntry) => void,
): void {
  const go = (row: number) => {
    const next = tree.entries[shown[Math.max(0, Math.min(shown.length - 1, row))] ?? -1];
    if (next) choose(next);
  };
  useKeys({
    next: () => go(current + 1),
    previous: () => go(current - 1),
    pageDown: () => go(current + PAGE),
    pageUp: () => go(current - PAGE),
    first: () => go(0),
    last: () => go(shown.length - 1),
    inward: () => {
      if (!entry || entry.children === 0) return;
      if (isOpen(entry)) go(current + 1);
      else toggle(entry);
    },
    outward: () => {
      if (!entry) return;
      const holder = tree.entries[entry.parent];
      if (entry.children > 0 && isOpen(entry)) toggle(entry);
      else if (holder) choose(holder);
    },
  });
}

function isBelow(tree: SpanTree, place: number, holder: number): boolean {
  let at = tree.entries[place]?.parent ?? -1;
  while (at >= 0 && at !== holder) at = tree.entries[at]!.parent;
  return at >= 0;
}
