/** Collects what replay changed: equal notes are merged, with a count. */
import type { Note, ReplayNote } from './common/types.ts';

/** The note of a result that is empty because its input was no turn or no target. */
export function unreadable(what: string): ReplayNote {
  return { rule: 'part.left-out', section: '§15.1', what, count: 1 };
}

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
