'use client';
// The view of JSON, text or tree: the user's last choice in this browser.
import { useSyncExternalStore } from 'react';

export type JsonLook = 'text' | 'tree';

const STORAGE_KEY = 'subtext.json';
const listeners = new Set<() => void>();
let current: JsonLook | undefined | null = null;

function lookNow(): JsonLook | undefined {
  if (current === null) current = stored();
  return current;
}

// A browser that blocks site data throws on access.
function stored(): JsonLook | undefined {
  try {
    const look = localStorage.getItem(STORAGE_KEY);
    return look === 'text' || look === 'tree' ? look : undefined;
  } catch {
    return undefined;
  }
}

/** Takes effect at once for all JSON on the page. */
export function saveJsonLook(look: JsonLook): void {
  current = look;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(STORAGE_KEY, look);
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** undefined until the user makes a choice. */
export const useJsonLook = (): JsonLook | undefined => useSyncExternalStore(subscribe, lookNow, () => undefined);
