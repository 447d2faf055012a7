'use client';
// The rows of the timeline with their heights, by the room that they have and by the thought that is opened in place.
import { useCallback, useMemo, useState } from 'react';
import type { Entry, Timeline } from '../../lib/steps/step-tree.ts';
import type { GrowingStep } from './growth.ts';
import { layoutRows, type Lane } from './layout.ts';
import type { TraceAddress } from './trace-address.ts';
import { usePeekedThought } from './use-call-text.ts';

/** Before it is measured, that of a usual window with its panel, so that little moves. */
const USUAL = { stacked: false, charactersPerLine: 30 };

interface Shown {
  growing: ReadonlyMap<string, GrowingStep>;
  isOpen: (entry: Entry) => boolean;
  hide: ReadonlySet<Lane>;
}

export function useRows(address: TraceAddress, timeline: Timeline | undefined, { isOpen, hide, growing }: Shown) {
  const [size, setSize] = useState(USUAL);
  const [peek, setPeek] = useState<string | null>(null);
  const step = peek === null ? undefined : timeline?.steps.find(({ key }) => key === peek);
  const peeked = usePeekedThought(address, step);
  const rows = useMemo(
    () => (timeline ? layoutRows(timeline, isOpen, { ...size, hide, peek, peeked, growing }) : []),
    [timeline, isOpen, size, hide, peek, peeked, growing],
  );
  const onMeasure = useCallback(
    (next: typeof USUAL) => setSize((before) => (isSame(before, next) ? before : next)),
    [],
  );
  return { rows, peek, peeked, setPeek, onMeasure };
}

const isSame = (a: typeof USUAL, b: typeof USUAL): boolean =>
  a.stacked === b.stacked && a.charactersPerLine === b.charactersPerLine;
