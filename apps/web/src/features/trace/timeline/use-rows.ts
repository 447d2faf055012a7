'use client';
// The rows of the timeline and their heights, which depend on the available width and the expanded thought.
import { useCallback, useMemo, useState } from 'react';
import type { Entry, Timeline } from '../../../lib/steps/step-tree.ts';
import type { GrowingStep } from '../live/growth.ts';
import type { Selection } from '../navigation/use-selection.ts';
import { layoutRows, unfoldedBy, type Lane } from './layout.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { usePeekedThought } from './use-peeked-thought.ts';

/** Used before the first measurement: a typical window with the panel open, so that little moves. */
const USUAL = { stacked: false, charactersPerLine: 30 };

interface Shown {
  growing: ReadonlyMap<string, GrowingStep>;
  isOpen: (entry: Entry) => boolean;
  hide: ReadonlySet<Lane>;
  selection: Selection;
}

export function useRows(
  address: TraceAddress,
  timeline: Timeline | undefined,
  { isOpen, hide, growing, selection }: Shown,
) {
  const [size, setSize] = useState(USUAL);
  const [peek, setPeek] = useState<string | null>(null);
  const step = peek === null ? undefined : timeline?.steps.find(({ key }) => key === peek);
  const peeked = usePeekedThought(address, step);
  const unfolded = unfoldedBy(selection);
  const rows = useMemo(
    () => (timeline ? layoutRows(timeline, isOpen, { ...size, hide, peek, peeked, unfolded, growing }) : []),
    [timeline, isOpen, size, hide, peek, peeked, unfolded, growing],
  );
  const onMeasure = useCallback(
    (next: typeof USUAL) => setSize((before) => (isSame(before, next) ? before : next)),
    [],
  );
  return { rows, peek, peeked, setPeek, onMeasure };
}

const isSame = (a: typeof USUAL, b: typeof USUAL): boolean =>
  a.stacked === b.stacked && a.charactersPerLine === b.charactersPerLine;
