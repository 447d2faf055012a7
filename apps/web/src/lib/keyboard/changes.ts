// What a person changed about the keys, and the table that comes of it. Pure: store.ts keeps it, the screen of the settings edits it.
import { KEYS, type KeyBinding, type KeyId } from './keys.ts';
import { collide, MAX_WAYS, problemOf } from './ways.ts';

export interface KeySettings {
  /** False: no key that is a single character does anything (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Ways instead of the default ones; none = switched off. */
  ways: Readonly<Partial<Record<KeyId, readonly string[]>>>;
}

export type KeyTable = Readonly<Record<KeyId, KeyBinding>>;

export const KEY_IDS = Object.keys(KEYS) as KeyId[];
export const DEFAULT_SETTINGS: KeySettings = { singleKeys: true, ways: {} };
/** The way out of everything stays the way out. */
export const FIXED: ReadonlySet<KeyId> = new Set(['escape']);

const MAX_STORED_CHARACTERS = 20_000;

/** Reads what was stored; whatever of it is not understood (older, newer, hostile) counts as not changed. */
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

/** A press means one command: what was changed goes before the defaults, else what is first in the table. */
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

export interface KeyConflict {
  way: string;
  /** The command that the way, or its first press, means now. */
  id: KeyId;
  /** How that one is pressed now. */
  its: string;
}

/** What stands in the way of giving these ways to a command. */
export const conflictsOf = (table: KeyTable, id: KeyId, ways: readonly string[]): readonly KeyConflict[] =>
  ways.flatMap((way) =>
    KEY_IDS.filter((other) => other !== id).flatMap((other) =>
      table[other].keys.filter((its) => collide(way, its)).map((its) => ({ way, id: other, its })),
    ),
  );

/** The command has exactly these ways from now on, and nobody else has them. */
export function assign(settings: KeySettings, id: KeyId, ways: readonly string[]): KeySettings {
  const others = KEY_IDS.flatMap((other) => {
    const its = settings.ways[other];
    if (!its || other === id) return [];
    return [[other, its.filter((way) => !ways.some((mine) => collide(way, mine)))] as const];
  });
  const changed = isDefault(id, ways) ? [] : [[id, ways] as const];
  return { ...settings, ways: Object.fromEntries([...others, ...changed]) };
}

/** Whether these ways are the ones the command came with. */
export const isDefault = (id: KeyId, ways: readonly string[]): boolean =>
  ways.length === KEYS[id].keys.length && KEYS[id].keys.every((way) => ways.includes(way));
