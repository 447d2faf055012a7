'use client';
// What is looked at stays where it is while rows above it come, go or change their heights.
import type { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { offsetToStay, type ListRow } from './stay-in-place.ts';

interface Shown {
  /** Heights in rem. */
  rows: readonly ListRow[];
  rem: number;
}

interface View extends Shown {
  /** Of what is seen of the rows, in pixels. */
  height: number;
  currentKey: string | undefined;
}

/**
 * The offset changes within the render that brings the rows, as the options of the virtualizer do: so rows that stay on the screen stay mounted.
 * Scrolled to only afterwards, those that have come to the old place would be mounted for a frame.
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
  /** Not told to the page yet. */
  #next: number | undefined;

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  /** undefined = nothing moves. In pixels, as what it is given. */
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
