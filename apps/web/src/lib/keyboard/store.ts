'use client';
// The user's keys in this browser: one validated entry in localStorage, read by the listener, the palette, the help and
// the settings.
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

/** The current keys; the same object until they change. */
export function keysNow(): Keys {
  current ??= typeof window === 'undefined' ? DEFAULT_KEYS : keysOf(parseSettings(stored()));
  return current;
}

// A browser that blocks site data throws on access.
function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Takes effect at once in every open tab; returns whether the browser stored it. */
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
