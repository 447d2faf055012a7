'use client';
// Where toasts stand, so that they never cover a control: in the free part of the top bar, or else in a strip below it,
// for which the page makes room.
import { useEffect, useState, type CSSProperties } from 'react';

/** Least free width in the bar for a toast, in rem. */
const LEAST_WIDTH = 20;

/** `viewport` is null until its portal is mounted. */
export function useToastPlace(viewport: HTMLElement | null): CSSProperties | undefined {
  const [inBar, setInBar] = useState<CSSProperties>();
  useEffect(() => {
    if (!viewport) return;
    const root = document.documentElement;
    const place = () => {
      const bar = freeInBar();
      setInBar((before) => (before?.left === bar?.left && before?.width === bar?.width ? before : bar));
      root.style.setProperty('--toasts', bar ? '0px' : `${viewport.offsetHeight}px`);
    };
    place();
    // The height changes with each toast, the free width with the window.
    const observer = new ResizeObserver(place);
    observer.observe(viewport);
    observer.observe(root);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--toasts');
    };
  }, [viewport]);
  return inBar;
}

/** The TopBar marks its free part with `data-toast-space`. */
function freeInBar(): { left: number; width: number } | undefined {
  const box = document.querySelector('[data-toast-space]')?.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return box && box.width >= LEAST_WIDTH * rem ? { left: box.left, width: box.width } : undefined;
}
