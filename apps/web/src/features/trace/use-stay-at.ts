'use client';
// Keeps a place of a document on the screen while texts above it still grow; once somebody has scrolled, only their own moves scroll.
import { useEffect, type RefObject } from 'react';

const HANDS = ['wheel', 'pointerdown', 'touchmove', 'keydown'] as const;

/** `place`: a selector below the scroller; undefined = nowhere in particular. */
export function useStayAt(scroller: RefObject<HTMLElement | null>, place: string | undefined): void {
  useEffect(() => {
    const element = scroller.current;
    const document = element?.firstElementChild;
    if (place === undefined || !element || !document) return;
    const show = () => element.querySelector(place)?.scrollIntoView({ block: 'start' });
    const observer = new ResizeObserver(show);
    observer.observe(document);
    const leave = () => observer.disconnect();
    for (const event of HANDS) element.addEventListener(event, leave, { passive: true });
    return () => {
      leave();
      for (const event of HANDS) element.removeEventListener(event, leave);
    };
  }, [scroller, place]);
}
