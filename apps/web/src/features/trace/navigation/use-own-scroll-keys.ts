'use client';
// Leaves scroll keys to a scrollable element that has the focus, or contains a focused text that scrolls. Elsewhere
// these keys move through the trace.
import { useEffect, type RefObject } from 'react';

const SCROLLS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

export function useOwnScrollKeys(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const keep = (event: KeyboardEvent) => {
      const { target } = event;
      const scrolls = target instanceof HTMLElement && target.scrollHeight > target.clientHeight;
      if ((target === element || scrolls) && SCROLLS.has(event.key)) event.stopPropagation();
    };
    element?.addEventListener('keydown', keep);
    return () => element?.removeEventListener('keydown', keep);
  }, [scroller]);
}
