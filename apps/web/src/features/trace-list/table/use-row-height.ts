'use client';
// The height of a row in pixels: by its density, plus a line where the columns are stacked.
import { useLayoutEffect, useState, type RefObject } from 'react';
import { DENSITIES, type Density } from './density.ts';

/** In rem; the style sheet has the same breakpoint. */
const NARROW_REM = 52;
const LINE_REM = 1.5;

export function useRowHeight(list: RefObject<HTMLElement | null>, density: Density): number {
  const [box, setBox] = useState({ narrow: false, rem: 16 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const read = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const narrow = element.clientWidth <= NARROW_REM * rem;
      setBox((before) => (before.narrow === narrow && before.rem === rem ? before : { narrow, rem }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  const rem = DENSITIES.find(({ id }) => id === density)!.rem + (box.narrow ? LINE_REM : 0);
  return Math.round(rem * box.rem);
}
