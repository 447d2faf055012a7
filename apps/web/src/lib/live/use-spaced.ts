'use client';
import { useEffect, useRef, useState } from 'react';

/** Calls `ask` at once, then at the earliest `pause` milliseconds after the last response. */
export function useSpaced(ask: () => Promise<unknown>, pause: number): () => void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const [ring] = useState(() =>
    spaced(
      () => latest.current(),
      () => new Promise((resolve) => setTimeout(resolve, pause)),
    ),
  );
  return ring;
}

/**
 * Limits how often updates trigger a request: the first one at once, the next only after a pause since the last
 * response.
 */

/** Runs `act` at once; calls while it runs or pauses cause one more run afterwards. Errors are ignored here. */
export function spaced(act: () => Promise<unknown>, pause: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isDue = false;
  const run = async () => {
    isBusy = true;
    do {
      isDue = false;
      await act().catch(() => undefined);
      await pause();
    } while (isDue);
    isBusy = false;
  };
  return () => {
    isDue = true;
    if (!isBusy) void run();
  };
}
