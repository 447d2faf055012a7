'use client';
// Moves the focus to the current row while the focus is inside the view's table, or on nothing.
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
