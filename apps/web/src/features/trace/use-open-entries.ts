'use client';
// Which rows with others below them are open: all in a trace of ordinary size, only what leads to the current row in a huge one.
import { useCallback, useMemo, useState } from 'react';
import type { Entry, Timeline } from '../../lib/steps/step-tree.ts';

const OPEN_UP_TO = 500;

/** `steps`: how many there are in all, when not all are here yet. */
export function useOpenEntries(timeline: Timeline | undefined, current: Entry | undefined, steps = 0) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const leads = useMemo(() => {
    const keys = new Set<string>();
    const entries = timeline?.entries ?? [];
    for (let entry = entries[current?.parent ?? -1]; entry; entry = entries[entry.parent]) keys.add(entry.key);
    return keys;
  }, [timeline, current]);
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
