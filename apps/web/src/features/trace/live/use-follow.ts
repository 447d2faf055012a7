'use client';
// A trace that still receives steps: if the last step is selected, the selection follows; otherwise the page shows how
// many steps are new.
import { useEffect, useRef, useState } from 'react';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';

interface Follow {
  timeline: Timeline | undefined;
  selected: Step | undefined;
  /** The user has not selected a step: then nothing moves. */
  implied: boolean;
  select: (step: Step) => void;
}

/** Returns the number of steps that arrived since the last step was selected, or since the page opened. */
export function useFollow({ timeline, selected, implied, select }: Follow): number {
  const count = timeline?.steps.length ?? 0;
  const before = useRef(0);
  const [seen, setSeen] = useState<number>();
  if (seen === undefined && count > 0) setSeen(count);
  else if (selected?.number === count && seen !== count) setSeen(count);
  useEffect(() => {
    const last = timeline?.steps.at(-1);
    const wasAtEnd = !implied && before.current > 0 && selected?.number === before.current;
    if (last && wasAtEnd && count > before.current) select(last);
    before.current = count;
  });
  return count - (seen ?? count);
}
