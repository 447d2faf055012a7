'use client';
// The user's keys in this browser: one validated entry in localStorage, read by the listener, the palette, the help and
// the settings.
import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS, KEYS, type KeySettings, type KeyTable } from './keys.ts';

const STORAGE_KEY = 'subtext.keys';

export interface Keys {
  settings: KeySettings;
  table: KeyTable;
}

const DEFAULT_KEYS: Keys = { settings: DEFAULT_SETTINGS, table: KEYS };
/** Until the user's own keys are read: a key that was changed must not do what it did before. */
const NO_KEYS: Keys = {
  settings: DEFAULT_SETTINGS,
  table: Object.fromEntries(Object.entries(KEYS).map(([id, key]) => [id, { ...key, keys: [] }])) as unknown as KeyTable,
};
const listeners = new Set<() => void>();
let current: Keys | undefined;

/** The current keys; the same object until they change. Most users have the defaults, so the rest loads when needed. */
export function keysNow(): Keys {
  if (current) return current;
  const text = typeof window === 'undefined' ? null : stored();
  if (text === null) return (current = DEFAULT_KEYS);
  current = NO_KEYS;
  import('./changes.ts').then(
    ({ keysOf, parseSettings }) => current === NO_KEYS && replace(keysOf(parseSettings(text))),
    () => (current = undefined),
  );
  return NO_KEYS;
}

function replace(keys: Keys): void {
  current = keys;
  for (const listener of listeners) listener();
}

// A browser that blocks site data throws on access.
function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Takes effect at once in every open tab; returns whether the browser stored it. `keys`: keysOf of changes.ts. */
export function saveKeys(keys: Keys): boolean {
  replace(keys);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(keys.settings));
    return true;
  } catch {
    return false;
  }
}

function subscribe(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // `key` is null when the whole storage was cleared.
    if (event.key !== null && event.key !== STORAGE_KEY) return;
    current = undefined;
    onChange();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onStorage);
  };
}

export const useKeysNow = (): Keys => useSyncExternalStore(subscribe, keysNow, () => DEFAULT_KEYS);

/** The key table with the user's changes. */
export const useKeyTable = (): KeyTable => useKeysNow().table;
