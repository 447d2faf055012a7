'use client';
// A link to a step that is not on the page says so, instead of showing the first one as if it were meant.
import { useEffect, useRef } from 'react';
import { exactCount } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { parseStepParam } from './trace-url.ts';

interface Asked {
  /** As the address has it. */
  step: string | null;
  /** Steps on the page; undefined while they are loading. */
  count: number | undefined;
  /** The trace has more spans than a page loads. */
  capped: boolean;
}

export function useMissingStep({ step, count, capped }: Asked): void {
  const told = useRef<string>(undefined);
  const number = parseStepParam(step)?.number;
  const isMissing = number !== undefined && count !== undefined && (number < 1 || number > count);
  useEffect(() => {
    if (!isMissing || told.current === step || step === null) return;
    told.current = step;
    toast(`There is no step ${step} here`, missingWords(count ?? 0, capped));
  }, [isMissing, step, count, capped]);
}

export const missingWords = (count: number, capped: boolean): string =>
  capped
    ? `A page loads the first ${exactCount(count)} steps of this trace. A link that names a span leads further.`
    : `The trace has ${exactCount(count)}; it is shown from its first.`;
