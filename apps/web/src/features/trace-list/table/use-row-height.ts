'use client';
// The height of a row in pixels: by its density, plus lines where the columns are stacked.
import { useLayoutEffect, useState, type RefObject } from 'react';
import type { List } from '../use-list.ts';
import { DENSITIES } from './density.ts';

/** In rem; the style sheet has the same breakpoint. */
const NARROW_REM = 52;
/** The numbers, and the line of model and tools. */
const LINES_REM = { numbers: 1.5, model: 1.25 };

export function useRowHeight(
  list: RefObject<HTMLElement | null>,
  { density, columns }: Pick<List, 'density' | 'columns'>,
): number {
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
  const rem = DENSITIES.find(({ id }) => id === density)!.rem + (box.narrow ? stackedLines(columns) : 0);
  return Math.round(rem * box.rem);
}

const stackedLines = (columns: List['columns']): number =>
  LINES_REM.numbers + (columns.some(({ id }) => id === 'model') ? LINES_REM.model : 0);
