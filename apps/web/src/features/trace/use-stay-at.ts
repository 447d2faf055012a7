'use client';
// Keeps a place of a document on the screen while texts above it still grow; once somebody has scrolled, only their own moves scroll.
import { useEffect, useRef, type RefObject } from 'react';

const HANDS = ['wheel', 'pointerdown', 'touchmove', 'keydown'] as const;

interface Place {
  /** Below the scroller; undefined = nowhere in particular. */
  selector: string | undefined;
  /** More is written at its end: that is what is looked at, also when it is whole. */
  grows: boolean;
}

export function useStayAt(scroller: RefObject<HTMLElement | null>, { selector, grows }: Place): void {
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
