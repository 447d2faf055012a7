'use client';
// Sizes that the layout is computed from: the width of an element and the root's font size (text zoom moves both).
import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

export function useBox(ref: RefObject<HTMLElement | null>): { width: number; rem: number } {
  const [box, setBox] = useState({ width: 0, rem: 16 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const read = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setBox((before) =>
        before.width === element.clientWidth && before.rem === rem ? before : { width: element.clientWidth, rem },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}

/** True where the panel has no room beside the timeline. On the server: wide. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(NARROW);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(NARROW).matches,
    () => false,
  );
}
const NARROW = '(max-width: 52rem)';
