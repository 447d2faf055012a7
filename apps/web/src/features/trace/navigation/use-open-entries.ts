'use client';
// Which rows with children are expanded: all of them in a trace of ordinary size, only the ancestors of the current row
// in a huge one.
import { useCallback, useMemo, useState } from 'react';
import type { Entry, Timeline } from '../../../lib/steps/step-tree.ts';

const OPEN_UP_TO = 500;

/** `steps`: the number of all steps, while not all have loaded. */
export function useOpenEntries(timeline: Timeline | undefined, current: Entry | undefined, steps = 0) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const way = wayTo(timeline, current);
  // The same set for all siblings, so moving between them expands nothing.
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

/** Keys of the current row's ancestors, joined to one string. */
function wayTo(timeline: Timeline | undefined, current: Entry | undefined): string {
  const keys: string[] = [];
  const entries = timeline?.entries ?? [];
  for (let entry = entries[current?.parent ?? -1]; entry; entry = entries[entry.parent]) keys.push(entry.key);
  return keys.join('\n');
}
