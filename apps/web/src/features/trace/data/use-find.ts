'use client';
// Finds text in the trace: the server returns the matching calls, which are mapped to steps here.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { runsOfCall } from '../../../lib/steps/joined-call.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

export function useFind(address: TraceAddress, timeline: Timeline | undefined, text: string) {
  const trpc = useTRPC();
  const words = useDeferredValue(text.trim());
  const query = useQuery({
    ...trpc.trace.find.queryOptions({ ...address, words: words || '-' }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const found = useMemo(() => {
    const keys = new Set(words ? (query.data ?? []).flatMap((hit) => namesOf(`${hit.spanId}:${hit.index}`)) : []);
    const steps = (timeline?.steps ?? []).filter((step) =>
      step.calls.some((call) =>
        [call.request, ...runsOfCall(call), call.resultRow, call.repeat].some(
          (row) => row && keys.has(`${row.spanId}:${row.index}`),
        ),
      ),
    );
    return new Set(steps.map((step) => step.key));
  }, [words, query.data, timeline]);
  const hits = useMemo(() => (words ? (query.data ?? []).map(({ spanId }) => spanId) : []), [words, query.data]);
  return { found, hits, pending: words !== '' && query.isPending, failed: query.isError };
}
export type Find = ReturnType<typeof useFind>;
