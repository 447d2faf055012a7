'use client';
// The keys of this person in this browser: one validated entry of localStorage, read by the listener, the palette, the help and the settings.
import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS, parseSettings, tableOf, type KeySettings, type KeyTable } from './changes.ts';

const STORAGE_KEY = 'subtext.keys';

export interface Keys {
  settings: KeySettings;
  table: KeyTable;
}

const keysOf = (settings: KeySettings): Keys => ({ settings, table: tableOf(settings) });

const DEFAULT_KEYS = keysOf(DEFAULT_SETTINGS);
const listeners = new Set<() => void>();
let current: Keys | undefined;

/** The keys as they are now; the same object until they change. */
export function keysNow(): Keys {
  current ??= typeof window === 'undefined' ? DEFAULT_KEYS : keysOf(parseSettings(stored()));
  return current;
}

// A browser that keeps no data of sites throws on the first touch.
function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Holds at once, in every open tab; returns whether the browser will remember it. */
export function saveKeys(settings: KeySettings): boolean {
  current = keysOf(settings);
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
    return true;
  } catch {
    return false;
  }
}

function subscribe(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // No key: everything was cleared.
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

/** The key table with what the person changed. */
export const useKeyTable = (): KeyTable => useKeysNow().table;
