/** Collects what replay changed: equal notes are merged, with a count. */
import type { Note, ReplayNote } from './common/types.ts';

export function openNotes(): { note: Note; notes: () => ReplayNote[] } {
  const notesByKey = new Map<string, ReplayNote>();
  return {
    note: (rule, section, what) => {
      const key = `${rule}/${section}/${what}`;
      const existing = notesByKey.get(key);
      if (existing) existing.count += 1;
      else notesByKey.set(key, { rule, section, what, count: 1 });
    },
    notes: () => [...notesByKey.values()],
  };
}
