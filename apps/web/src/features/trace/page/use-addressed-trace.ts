'use client';
// The trace as the URL addresses it: the stored spans, the view, a span or a step, now or as of an earlier step.
import { useMemo, useState } from 'react';
import { isAtTop } from '../navigation/opening-address.ts';
import { useTraceUrl } from '../navigation/trace-url.ts';
import { useLinkedSpan } from '../navigation/use-linked-span.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useTrace } from '../data/use-trace.ts';
import { useTimeTravel } from '../time/use-time-travel.ts';

export function useAddressedTrace(address: TraceAddress) {
  const [params, setUrl] = useTraceUrl();
  // The initial position of the link; later moves do not load the surroundings of other spans.
  const [opening] = useState(() => ({ span: params.span, atTop: isAtTop(params) }));
  const stored = useTrace(address, opening);
  const { summary, timeline, isOpening, isLooking, spans } = stored;
  const span = useLinkedSpan(address, params.span, isOpening || isLooking ? undefined : spans);
  const url = useMemo(() => ({ ...params, span }), [params, span]);
  const travel = useTimeTravel(timeline, url, setUrl);
  return {
    ...{ stored, url, setUrl, travel },
    /** All of the timeline; undefined until all spans have loaded. */
    whole: isOpening ? undefined : timeline,
    /** Number of steps, including those that have not loaded yet. */
    stepCount: Math.max(timeline?.steps.length ?? 0, summary.data?.steps ?? 0),
  };
}

export type AddressedTrace = ReturnType<typeof useAddressedTrace>;
