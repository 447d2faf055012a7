// The user's changes to the keys, and the resulting key table. Pure: store.ts saves it, editing.ts changes it.
import { DEFAULT_SETTINGS, KEY_IDS, KEYS, type KeyId, type KeySettings, type KeyTable } from './keys.ts';
import { collide, MAX_WAYS, problemOf } from './ways.ts';

/** Escape always closes, so its shortcut cannot be changed. */
export const FIXED: ReadonlySet<KeyId> = new Set(['escape']);

const MAX_STORED_CHARACTERS = 20_000;

/** Parses the stored settings; anything invalid (from an older or newer version, or hostile) counts as unchanged. */
export function parseSettings(text: string | null): KeySettings {
  if (text === null || text.length > MAX_STORED_CHARACTERS) return DEFAULT_SETTINGS;
  const stored = objectOf(parsed(text));
  const ways = objectOf(stored.ways);
  const read = KEY_IDS.filter((id) => !FIXED.has(id) && Object.hasOwn(ways, id)).flatMap((id) => {
    const found = ways[id];
    return isWays(found) ? [[id, [...new Set(found)]] as const] : [];
  });
  return { singleKeys: stored.singleKeys !== false, ways: Object.fromEntries(read) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const isWays = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= MAX_WAYS &&
  value.every((way) => typeof way === 'string' && problemOf(way) === undefined);

/** A shortcut has one command: changed ones win over defaults, and among these the first in the table. */
export function tableOf({ ways }: KeySettings): KeyTable {
  const taken: string[] = [];
  const keys = new Map<KeyId, readonly string[]>();
  const give = (id: KeyId, wanted: readonly string[]) => {
    const free = wanted.filter((way) => !taken.some((other) => collide(way, other)));
    taken.push(...free);
    keys.set(id, free);
  };
  for (const id of FIXED) give(id, KEYS[id].keys);
  for (const id of KEY_IDS) if (ways[id] && !keys.has(id)) give(id, ways[id]);
  for (const id of KEY_IDS) if (!keys.has(id)) give(id, KEYS[id].keys);
  return Object.fromEntries(KEY_IDS.map((id) => [id, { ...KEYS[id], keys: keys.get(id) ?? [] }])) as KeyTable;
}

export const keysOf = (settings: KeySettings): { settings: KeySettings; table: KeyTable } => ({
  settings,
  table: tableOf(settings),
});
