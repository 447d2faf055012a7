'use client';
// Keeps the visible rows in place while rows above them are added, removed or resized.
import type { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { offsetToStay, type ListRow } from './stay-in-place.ts';

interface Shown {
  /** Heights in rem. */
  rows: readonly ListRow[];
  rem: number;
}

interface View extends Shown {
  /** Height of the visible area in pixels. */
  height: number;
  currentKey: string | undefined;
}

/**
 * Sets the virtualizer's offset in the same render that changes the rows, so that visible rows stay mounted. If the
 * list scrolled only afterwards, the rows at the old offset would be mounted for one frame.
 */
export function useStayInPlace(
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  scroller: RefObject<HTMLDivElement | null>,
  { rows, rem, height, currentKey }: View,
): void {
  const [place] = useState(() => new KeptPlace({ rows, rem }));
  const offset = place.offsetWith({ rows, rem, height, currentKey }, virtualizer.scrollOffset ?? 0);
  if (offset !== undefined) virtualizer.scrollOffset = offset;
  useLayoutEffect(() => {
    const next = place.take();
    if (next !== undefined && scroller.current) scroller.current.scrollTop = next;
  });
}

class KeptPlace {
  #shown: Shown;
  /** Not applied to the DOM yet. */
  #next: number | undefined;

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  /** In pixels; undefined = nothing moves. */
  offsetWith({ rows, rem, height, currentKey }: View, offset: number): number | undefined {
    const before = this.#shown;
    if (before.rows === rows && before.rem === rem) return undefined;
    this.#shown = { rows, rem };
    if (before.rem === 0) return undefined;
    const looked = { offset: offset / before.rem, height: height / before.rem, current: currentKey };
    const next = offsetToStay(before.rows, rows, looked) * rem;
    if (Math.abs(next - offset) < 0.5) return undefined;
    this.#next = next;
    return next;
  }

  take(): number | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
