'use client';
// A view with a panel beside it, or, on narrow screens, with the panel as a sheet over its lower half.
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useKeys } from '../../../lib/keyboard/KeyboardProvider.tsx';
import { PANEL_WIDTHS, Splitter } from './Splitter.tsx';
import type { TraceUrl } from '../navigation/trace-url.ts';
import { useIsNarrow } from '../rows/use-box.ts';
import styles from './split.module.css';

/** Unless the URL says otherwise, the panel is open when the window is wide enough. */
export function useShowsPanel(url: TraceUrl): boolean {
  const isNarrow = useIsNarrow();
  return url.panel === null ? !isNarrow : url.panel === 1;
}

/** The time that the layout may take to settle. */
const SETTLES_MS = 1000;

const LEADS_TO_STEP = ['step', 'at', 'span'];

/**
 * Scrolls a linked step into view past the page header, and keeps it visible when the panel opens over the lower half.
 */
function useInSight(hasPanel: boolean, isNarrow: boolean) {
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = stack.current;
    const address = new URLSearchParams(location.search);
    if (!isNarrow || !element || !(hasPanel || LEADS_TO_STEP.some((name) => address.has(name)))) return;
    const show = () => {
      // Without a panel the rows scroll to the step themselves. They may have jumped to a position that is not rendered
      // yet, and scrolling here would undo that.
      if (hasPanel) element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
      element.scrollIntoView();
    };
    // The size changes with the panel, not always in the same frame. After it has settled, only the user scrolls.
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
      {panel && (
        <div className={styles.sheet} data-sheet>
          {panel}
        </div>
      )}
    </div>
  ) : (
    <div className={styles.split} style={{ '--panel': panel ? `${width}%` : '0%' } as CSSProperties}>
      {children}
      {panel && <Splitter width={width} onChange={setWidth} />}
      {panel}
    </div>
  );
}
