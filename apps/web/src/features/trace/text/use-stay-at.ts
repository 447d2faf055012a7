'use client';
// Keeps an element of a document in view while texts above it still load; once the user has scrolled, only the user
// scrolls.
import { useEffect, useRef, type RefObject } from 'react';

const HANDS = ['wheel', 'pointerdown', 'touchmove', 'keydown'] as const;

interface Anchor {
  /** Relative to the scroll container; undefined = no element. */
  selector: string | undefined;
  /** The element is streaming at its end, so its end is kept in view, also after it is complete. */
  grows: boolean;
}

export function useStayAt(scroller: RefObject<HTMLElement | null>, { selector, grows }: Anchor): void {
  const edge = useRef<'start' | 'end'>('start');
  useEffect(() => {
    edge.current = 'start';
  }, [selector]);
  useEffect(() => {
    if (grows) edge.current = 'end';
  }, [selector, grows]);
  useEffect(() => {
    const element = scroller.current;
    const document = element?.firstElementChild;
    if (selector === undefined || !element || !document) return;
    const show = () => element.querySelector(selector)?.scrollIntoView({ block: edge.current });
    const observer = new ResizeObserver(show);
    observer.observe(document);
    const leave = () => observer.disconnect();
    for (const event of HANDS) element.addEventListener(event, leave, { passive: true });
    return () => {
      leave();
      for (const event of HANDS) element.removeEventListener(event, leave);
    };
  }, [scroller, selector]);
}
