'use client';
import { useEffect, useState, type RefObject } from 'react';

/** Distance from the visible area at which contents are loaded. */
const NEAR = '600px';

/** True once the element has been near the visible area; a folded one never is. `isAwaited`: something is to load. */
export function useNear(element: RefObject<HTMLElement | null>, isAwaited = true): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!isAwaited || isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isAwaited, isNear]);
  return isNear;
}
