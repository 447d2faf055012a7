'use client';
// Which part of a list is seen. What is drawn changes only when other rows are needed for it; in between, scrolling is the browser's alone.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { rowsFor, type ListPart, type Places } from './row-window.ts';

const NOTHING: ListPart = { offset: 0, height: 0 };

export function useScrolled(scroller: RefObject<HTMLElement | null>, places: Places) {
  const [part, setPart] = useState(NOTHING);
  /** To the pixel, while `part` is only as new as the rows that are drawn. */
  const exact = useRef(NOTHING);
  const drawn = useRef({ part, places });
  const target = useRef<number>(undefined);
  useLayoutEffect(() => {
    drawn.current = { part, places };
    if (target.current === undefined || !scroller.current) return;
    // The rows that will be seen are there by now.
    scroller.current.scrollTop = target.current;
    target.current = undefined;
  }, [scroller, part, places]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      exact.current = { ...exact.current, offset: element.scrollTop };
      const before = rowsFor(drawn.current.places, drawn.current.part);
      const now = rowsFor(drawn.current.places, exact.current);
      // Before the paint of this frame, or it would show a gap.
      if (now.first !== before.first || now.last !== before.last) flushSync(() => setPart(exact.current));
    };
    const measure = () => {
      exact.current = { offset: element.scrollTop, height: element.clientHeight };
      setPart(exact.current);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  /** Draws the rows of another part first, then scrolls there: the page is laid out once for both. */
  const scrollTo = useCallback((offset: number) => {
    target.current = offset;
    exact.current = { ...exact.current, offset };
    setPart(exact.current);
  }, []);
  return { part, exact, scrollTo };
}
