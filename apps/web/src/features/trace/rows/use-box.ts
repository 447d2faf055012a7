'use client';
// The sizes that the layout depends on: the width of an element, and the root font size (text zoom changes both).
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

/** True when the panel has no space beside the timeline. On the server: false. */
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
