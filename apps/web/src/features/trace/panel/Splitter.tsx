'use client';
// The splitter between timeline and panel: drag, arrow keys, or `w` for the next of three widths. Own code, because a
// library for it would add a tenth to the code that the page loads.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import styles from './split.module.css';

/** Width of the panel in percent of the page. */
export const PANEL_WIDTHS = [29, 42, 22] as const;
const [LEAST, MOST, STEP] = [18, 60, 2];
const within = (width: number) => Math.max(LEAST, Math.min(MOST, width));

export function Splitter({ width, onChange }: { width: number; onChange: (width: number) => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const onPointerMove = (event: PointerEvent) => {
    const whole = bar.current?.parentElement?.getBoundingClientRect();
    if (!whole || event.buttons !== 1) return;
    onChange(within(Math.round(((whole.right - event.clientX) / whole.width) * 1000) / 10));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: MOST, End: LEAST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(within(next));
  };
  return (
    <div
      ref={bar}
      role="separator"
      tabIndex={0}
      aria-label="Width of the panel"
      aria-orientation="vertical"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={Math.round(width)}
      className={styles.separator}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
