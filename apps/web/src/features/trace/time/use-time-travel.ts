'use client';
// Time travel: `at=7` in the URL shows the trace as of step 7. Each step is a history entry, so that going back also
// goes back in time.
import { useEffect, useMemo } from 'react';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import { toast } from '../../../lib/toast.ts';
import { asOf } from './as-of.ts';
import type { SetTraceUrl, TraceUrl } from '../navigation/trace-url.ts';

export interface TimeTravel {
  /** Number of the step that the trace is shown as of; null = now. */
  at: number | null;
  /** Number of all steps. */
  count: number;
  /** The visible timeline: all of it, or up to `at`. */
  timeline: Timeline | undefined;
  to: (step: number) => void;
  by: (steps: number) => void;
  leave: () => void;
  /** Returns to now, at the last step. */
  toEnd: () => void;
}

export function useTimeTravel(whole: Timeline | undefined, url: TraceUrl, setUrl: SetTraceUrl): TimeTravel {
  const count = whole?.steps.length ?? 0;
  const isThere = url.at !== null && url.at >= 1 && url.at <= count;
  const at = isThere ? url.at : null;
  const timeline = useMemo(() => (whole && at !== null ? asOf(whole, at) : whole), [whole, at]);
  const isNowhere = url.at !== null && count > 0 && !isThere;
  useEffect(() => {
    if (!isNowhere) return;
    toast(`There is no step ${url.at} to go back to`, `The trace has ${count}; it is shown as it is now.`);
    void setUrl({ at: null }, { history: 'replace' });
  }, [isNowhere, url.at, count, setUrl]);
  const to = (step: number) => {
    const next = Math.max(1, Math.min(count, step));
    if (next !== at) void setUrl({ at: next, step: String(next) });
  };
  return {
    ...{ at, count, timeline, to },
    by: (steps) => at !== null && to(at + steps),
    leave: () => void setUrl({ at: null }),
    toEnd: () => void setUrl({ at: null, step: String(count) }),
  };
}
