'use client';
// Focus follows the current row while it is in the table of the view, or nowhere.
import { useEffect, useRef, type RefObject } from 'react';

export function useRowFocus(scroller: RefObject<HTMLDivElement | null>, key: string | undefined): void {
  const before = useRef(key);
  useEffect(() => {
    if (key === undefined || key === before.current) return;
    before.current = key;
    const active = document.activeElement;
    if (active && active !== document.body && !scroller.current?.contains(active)) return;
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [key, scroller]);
}
