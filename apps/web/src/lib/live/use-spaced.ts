'use client';
import { useEffect, useRef, useState } from 'react';
import { spaced } from './spaced.ts';

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
