'use client';
// The widths that the timeline's layout depends on, in rem where nothing else is said. Its rows are laid out again when
// one of them changes.
import { useEffect, useMemo, type RefObject } from 'react';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import { useBox } from '../rows/use-box.ts';

/** timeline.module.css has the same value. */
const STACKED_BELOW = 44;
/** Width of a character of thinking. */
const CHARACTER = 0.425;
/** Agent names widen the gutter by this much. */
const AGENTS = 5;

export interface TimelineSize {
  /** The lanes are stacked, on narrow screens. */
  stacked: boolean;
  /** Characters of thinking that fit into a line. */
  charactersPerLine: number;
}

export function useTimelineBox(
  scroller: RefObject<HTMLDivElement | null>,
  timeline: Timeline,
  onMeasure: (size: TimelineSize) => void,
) {
  const { width, rem } = useBox(scroller);
  const stacked = width > 0 && width < STACKED_BELOW * rem;
  const hasAgents = useMemo(() => timeline.steps.some(({ showsAgent }) => showsAgent), [timeline]);
  const lane = stacked ? width / rem - 2 : (width / rem - 14.25 - (hasAgents ? AGENTS : 0)) * 0.555;
  const charactersPerLine = Math.round((lane - 7) / CHARACTER);
  useEffect(() => {
    if (width > 0) onMeasure({ stacked, charactersPerLine });
  }, [width, stacked, charactersPerLine, onMeasure]);
  return { isMeasured: width > 0, rem, stacked, hasAgents };
}
