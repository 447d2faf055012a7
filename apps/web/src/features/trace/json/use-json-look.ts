'use client';
// Whether JSON is read as text or as a tree: what this person chose last in this browser.
import { useSyncExternalStore } from 'react';

export type JsonLook = 'text' | 'tree';

const STORAGE_KEY = 'subtext.json';
const listeners = new Set<() => void>();
let current: JsonLook | undefined | null = null;

function lookNow(): JsonLook | undefined {
  if (current === null) current = stored();
  return current;
}

// A browser that keeps no data of sites throws on the first touch.
function stored(): JsonLook | undefined {
  try {
    const look = localStorage.getItem(STORAGE_KEY);
    return look === 'text' || look === 'tree' ? look : undefined;
  } catch {
    return undefined;
  }
}

/** Holds at once for all JSON that is shown. */
export function saveJsonLook(look: JsonLook): void {
  current = look;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(STORAGE_KEY, look);
  } catch {
    // Then it holds until the page is left.
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Nothing while nobody has chosen. */
export const useJsonLook = (): JsonLook | undefined => useSyncExternalStore(subscribe, lookNow, () => undefined);
