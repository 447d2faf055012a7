'use client';
// A link to a missing step shows a message, instead of silently showing another step.
import { useEffect, useRef } from 'react';
import { exactCount } from '../../../lib/figures/format.ts';
import { toast } from '../../../lib/toast.ts';
import { parseStepParam } from './trace-url.ts';

interface RequestedStep {
  /** The value in the URL. */
  step: string | null;
  /** Number of steps on the page; undefined while they load. */
  count: number | undefined;
  /** The trace has more spans than a page loads. */
  capped: boolean;
}

export function useMissingStep({ step, count, capped }: RequestedStep): void {
  const reportedStep = useRef<string>(undefined);
  const number = parseStepParam(step)?.number;
  const isMissing = number !== undefined && count !== undefined && (number < 1 || number > count);
  useEffect(() => {
    if (!isMissing || reportedStep.current === step || step === null) return;
    reportedStep.current = step;
    toast(`There is no step ${step} here`, missingWords(count ?? 0, capped));
  }, [isMissing, step, count, capped]);
}

const missingWords = (count: number, capped: boolean): string =>
  capped
    ? `A page loads the first ${exactCount(count)} steps of this trace. A link that names a span leads further.`
    : `The trace has ${exactCount(count)}; it is shown from its first.`;
