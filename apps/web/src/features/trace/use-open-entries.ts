'use client';
// Which rows with others below them are open: all in a trace of ordinary size, only what leads to the current row in a huge one.
import { useCallback, useMemo, useState } from 'react';
import type { Entry, Timeline } from '../../lib/steps/step-tree.ts';

const OPEN_UP_TO = 500;

/** `steps`: how many there are in all, when not all are here yet. */
export function useOpenEntries(timeline: Timeline | undefined, current: Entry | undefined, steps = 0) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const way = wayTo(timeline, current);
  // The same set for all rows that hang below the same ones: a move from one to the next opens nothing.
  const leads = useMemo(() => new Set(way.split('\n')), [way]);
  const small = Math.max(timeline?.entries.length ?? 0, steps) <= OPEN_UP_TO;
  const isOpen = useCallback(
    (entry: Entry) => leads.has(entry.key) || (chosen.get(entry.key) ?? small),
    [leads, chosen, small],
  );
  const toggle = useCallback(
    (entry: Entry) => setChosen((before) => new Map(before).set(entry.key, !(before.get(entry.key) ?? small))),
    [small],
  );
  return { isOpen, toggle };
}

/** Keys of the rows that the current one hangs below, as one text. */
function wayTo(timeline: Timeline | undefined, current: Entry | undefined): string {
  const keys: string[] = [];
  const entries = timeline?.entries ?? [];
  for (let entry = entries[current?.parent ?? -1]; entry; entry = entries[entry.parent]) keys.push(entry.key);
  return keys.join('\n');
}
