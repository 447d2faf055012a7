'use client';
// Keeps the newest row on the screen, until somebody scrolls up: then it asks to be paused.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Rounding of browsers and half a row. */
const NEAR_END_PIXELS = 40;

interface Following {
  isPaused: boolean;
  onPause: () => void;
  /** Changes whenever there may be something new at the end. */
  rows: unknown;
}

export function useFollowEnd(scroller: RefObject<HTMLElement | null>, { isPaused, onPause, rows }: Following): void {
  const latest = useRef({ isPaused, onPause });
  useEffect(() => {
    latest.current = { isPaused, onPause };
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && !isPaused) element.scrollTop = element.scrollHeight;
  }, [scroller, isPaused, rows]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Only a person scrolls up; what the page does itself ends at the end.
    let before = element.scrollTop;
    const onScroll = () => {
      const isUp = element.scrollTop < before - 1;
      before = element.scrollTop;
      const left = element.scrollHeight - element.clientHeight - element.scrollTop;
      if (isUp && left > NEAR_END_PIXELS && !latest.current.isPaused) latest.current.onPause();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
}
