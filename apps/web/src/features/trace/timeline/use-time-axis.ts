'use client';
// The time axis of the Why timeline while it is shown. Its code loads with the first use, because most pages show order.
import { useEffect, useMemo, useState } from 'react';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import { spansAsOf } from '../time/as-of.ts';
import type { TimeAxis } from '../time/time-axis.ts';

interface TimeAxisOptions {
  isShown: boolean;
  spans: readonly SpanRow[];
  timeline: Timeline | undefined;
  /** In time travel the axis has only the spans that had started by then. */
  past: boolean;
}

export function useTimeAxis({ isShown, spans, timeline, past }: TimeAxisOptions): TimeAxis | null {
  const [code, setCode] = useState<typeof import('../time/time-axis.ts')>();
  useEffect(() => {
    // Without its code the page shows the order of the steps; switching the axis again loads it again.
    if (isShown) import('../time/time-axis.ts').then(setCode, () => undefined);
  }, [isShown]);
  return useMemo(() => {
    if (!isShown || !code || !timeline) return null;
    return code.timeAxis(past ? spansAsOf(spans, timeline) : spans);
  }, [isShown, code, spans, timeline, past]);
}
