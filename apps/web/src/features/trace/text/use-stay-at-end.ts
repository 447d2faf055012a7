'use client';
// Keeps the end of a growing document in view for users who scrolled to it. When they leave the end, or were never
// there, nothing moves.
import { useEffect, type RefObject } from 'react';

/** Tolerance for rounding in browsers, plus the padding below the last line. */
const NEAR_END_PIXELS = 40;

/** `isOn`: the document may still grow at its end. */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = scroller.current;
    const document = element?.firstElementChild;
    if (!isOn || !element || !document) return;
    let isAtEnd = false;
    const look = () => {
      isAtEnd = element.scrollHeight - element.clientHeight - element.scrollTop < NEAR_END_PIXELS;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(document);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, isOn]);
}
