'use client';
import { useEffect, useRef, useState } from 'react';
import { spaced } from './spaced.ts';

/** Asks when it is called: at once, and then no sooner than so many milliseconds after the last answer. */
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
