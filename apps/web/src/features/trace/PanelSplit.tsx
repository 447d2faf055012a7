'use client';
// What a view shows with a panel beside it, or as a sheet over its lower half where there is no room.
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useKeys } from '../../lib/keyboard/KeyboardProvider.tsx';
import { PANEL_WIDTHS, Splitter } from './Splitter.tsx';
import type { TraceUrl } from './trace-url.ts';
import { useIsNarrow } from './use-box.ts';
import styles from './page.module.css';

/** Without a word in the address, the panel is there where the window has room for it. */
export function useShowsPanel(url: TraceUrl): boolean {
  const isNarrow = useIsNarrow();
  return url.panel === null ? !isNarrow : url.panel === 1;
}

/** So long the page may take to find its sizes. */
const SETTLES_MS = 1000;

const LEADS_TO_STEP = ['step', 'at', 'span'];

/** A link to a step shows the step, not the head of the page above it; and a panel that opens over the lower half leaves its step in sight. */
function useInSight(hasPanel: boolean, isNarrow: boolean) {
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = stack.current;
    const address = new URLSearchParams(location.search);
    if (!isNarrow || !element || !(hasPanel || LEADS_TO_STEP.some((name) => address.has(name)))) return;
    const show = () => {
      // Without a panel the rows show the step by themselves, and may have jumped to where it is not drawn yet: it would draw them back.
      if (hasPanel) element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
      element.scrollIntoView();
    };
    // The room there is follows the panel, not always in the same frame; afterwards only their own hands scroll.
    const observer = new ResizeObserver(show);
    observer.observe(element);
    if (element.parentElement) observer.observe(element.parentElement, { box: 'border-box' });
    const timer = setTimeout(() => observer.disconnect(), SETTLES_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [hasPanel, isNarrow]);
  return stack;
}

export function PanelSplit({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  const isNarrow = useIsNarrow();
  const [width, setWidth] = useState<number>(PANEL_WIDTHS[0]);
  const stack = useInSight(Boolean(panel), isNarrow);
  useKeys({
    panelWidth: () =>
      setWidth(
        (before) => PANEL_WIDTHS[(PANEL_WIDTHS.findIndex((one) => one === before) + 1) % PANEL_WIDTHS.length] ?? before,
      ),
  });
  return isNarrow ? (
    <div className={styles.stack} ref={stack}>
      {children}
      {panel && <div className={styles.sheet}>{panel}</div>}
    </div>
  ) : (
    <div className={styles.split} style={{ '--panel': panel ? `${width}%` : '0%' } as CSSProperties}>
      {children}
      {panel && <Splitter width={width} onChange={setWidth} />}
      {panel}
    </div>
  );
}
