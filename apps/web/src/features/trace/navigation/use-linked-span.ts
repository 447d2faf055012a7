'use client';
// The span named in the URL. If the trace does not have it, the page says so instead of showing one with a similar id.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isNotFound } from '../../../lib/requests/is-not-found.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { toast } from '../../../lib/toast.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { spanOnPage } from './span-on-page.ts';
import type { TraceAddress } from './trace-address.ts';

const SPAN_ID = /^[\da-f]{16}$/;

/**
 * `spans`: all that the page loads; undefined while some are loading. Returns null when the URL names none, or there is
 * no such span.
 */
export function useLinkedSpan(
  address: TraceAddress,
  span: string | null,
  spans: readonly SpanRow[] | undefined,
): string | null {
  const trpc = useTRPC();
  const isShared = useSharedTrace() !== undefined;
  const found = span === null || !spans ? undefined : spanOnPage(span, spans);
  const receipt = useQuery({
    ...trpc.trace.receipt.queryOptions({ ...address, spanId: span ?? '' }),
    enabled: found === 'alike' && !isShared && SPAN_ID.test(span ?? ''),
    staleTime: Infinity,
  });
  const isMissing = found === 'nowhere' || (found === 'alike' && isNotFound(receipt.error));
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (!isMissing || span === null || told.current === span) return;
    told.current = span;
    toast('Span not found', `“${span.slice(0, 60)}” is not a span of this trace, so it is shown from its first step.`);
  }, [isMissing, span]);
  return isMissing ? null : span;
}
