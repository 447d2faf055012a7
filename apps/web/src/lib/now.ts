'use client';
// One clock for every relative time on a page: it ticks once a second and all of them agree.
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

/** Milliseconds since the epoch, by the second; undefined while rendering on the server, whose clock the person does not see. */
export function useNow(): number | undefined {
  const value = useSyncExternalStore(
    subscribe,
    () => now || (now = Math.floor(Date.now() / 1000) * 1000),
    () => 0,
  );
  return value || undefined;
}

const NEVER = () => () => undefined;

/** IANA name of the person's time zone; undefined while rendering on the server, which does not know it. */
export const useTimeZone = (): string | undefined =>
  useSyncExternalStore(
    NEVER,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => undefined,
  );
