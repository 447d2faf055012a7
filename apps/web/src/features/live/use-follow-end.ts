'use client';
// Keeps the newest row in view until the user scrolls up; then it asks to pause.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Tolerance for rounding in browsers, plus half a row. */
const NEAR_END_PIXELS = 40;

interface Following {
  isPaused: boolean;
  onPause: () => void;
  /** Changes whenever rows may have been added at the end. */
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
    // Only the user scrolls up: programmatic scrolling always goes to the end.
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
