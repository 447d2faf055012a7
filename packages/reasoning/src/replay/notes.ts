/** Collects what replay changed: equal notes are merged, with a count. */
import type { Note, ReplayNote } from './types.ts';

export function openNotes(): { note: Note; notes: () => ReplayNote[] } {
  const kept = new Map<string, ReplayNote>();
  return {
    note: (rule, section, what) => {
      const key = `${rule}/${section}/${what}`;
      const known = kept.get(key);
      if (known) known.count += 1;
      else kept.set(key, { rule, section, what, count: 1 });
    },
    notes: () => [...kept.values()],
  };
}
