'use client';
// One clock for all relative times on a page: it ticks once a second, so that they agree.
import { useSyncExternalStore } from 'react';

let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Math.floor(Date.now() / 1000) * 1000;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    tick();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Milliseconds since the epoch, to the second; undefined during server rendering, because the server's clock may differ
 * from the user's.
 */
export function useNow(): number | undefined {
  const value = useSyncExternalStore(
    subscribe,
    () => now || (now = Math.floor(Date.now() / 1000) * 1000),
    () => 0,
  );
  return value || undefined;
}

const NEVER = () => () => undefined;

/** IANA name of the user's time zone; undefined during server rendering. */
export const useTimeZone = (): string | undefined =>
  useSyncExternalStore(
    NEVER,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => undefined,
  );
