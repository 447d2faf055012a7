// What the settings screen does with the keys: conflicts, and giving a command other shortcuts. Pure. Apart from
// changes.ts, which every page loads.
import { KEY_IDS, KEYS, type KeyId, type KeySettings, type KeyTable } from './keys.ts';
import { collide } from './ways.ts';

export interface KeyConflict {
  way: string;
  /** The command that the shortcut, or its first key, has now. */
  id: KeyId;
  /** That command's current shortcut. */
  its: string;
}

/** Conflicts that prevent a command from getting these shortcuts. */
export const conflictsOf = (table: KeyTable, id: KeyId, ways: readonly string[]): readonly KeyConflict[] =>
  ways.flatMap((way) =>
    KEY_IDS.filter((other) => other !== id).flatMap((other) =>
      table[other].keys.filter((its) => collide(way, its)).map((its) => ({ way, id: other, its })),
    ),
  );

/** Gives the command exactly these shortcuts, and removes them from all others. */
export function assign(settings: KeySettings, id: KeyId, ways: readonly string[]): KeySettings {
  const others = KEY_IDS.flatMap((other) => {
    const its = settings.ways[other];
    if (!its || other === id) return [];
    return [[other, its.filter((way) => !ways.some((mine) => collide(way, mine)))] as const];
  });
  const changed = isDefault(id, ways) ? [] : [[id, ways] as const];
  return { ...settings, ways: Object.fromEntries([...others, ...changed]) };
}

/** True if these are the command's default shortcuts. */
export const isDefault = (id: KeyId, ways: readonly string[]): boolean =>
  ways.length === KEYS[id].keys.length && KEYS[id].keys.every((way) => ways.includes(way));
