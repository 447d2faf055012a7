'use client';
// Where the rows begin, and the height of one in pixels: two lines, or four where the columns stand below one another. In rem, so that it grows with the text.
import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

const NARROW = '(max-width: 52rem)';
const WIDE_REM = 3.5;
const NARROW_REM = 5;

export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, height, () => WIDE_REM * 16);
}

function height(): number {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return (matchMedia(NARROW).matches ? NARROW_REM : WIDE_REM) * rem;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** How far down the page an element begins; what stands above it may come and go. */
export function useTop(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return top;
}
