'use client';
// The data of the trace page: sums, then the skeleton, built into steps; asked again while the trace is young.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { decodeSkeleton, type TraceRows } from '../../lib/skeleton.ts';
import { useTRPC, type RouterOutputs } from '../../lib/trpc.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';

export interface TraceAddress {
  project: string;
  trace: string;
}
export type TraceSummary = RouterOutputs['trace']['summary'];

/** Spans of a running trace come at most this long after one another; then it is taken to be over. */
const YOUNG_MS = 60_000;
const ASK_EVERY_MS = 2000;

export const isYoung = (summary: TraceSummary | undefined): boolean =>
  summary !== undefined && summary.quietMs < YOUNG_MS;

export function useTrace(address: TraceAddress) {
  const trpc = useTRPC();
  const summary = useQuery({
    ...trpc.trace.summary.queryOptions(address),
    refetchInterval: (query) => (isYoung(query.state.data) ? ASK_EVERY_MS : false),
  });
  const skeleton = useQuery(trpc.trace.skeleton.queryOptions(address, { trpc: { context: { alone: true } } }));
  const stored = summary.data?.spans;
  const { data, refetch, isFetching } = skeleton;
  // New spans: the sums know first.
  useEffect(() => {
    if (stored !== undefined && data && !data.capped && stored > data.spans && !isFetching) void refetch();
  }, [stored, data, isFetching, refetch]);
  const rows = useMemo(() => (data ? loaded(decodeSkeleton(data.rows), data.capped) : undefined), [data]);
  const timeline = useMemo(() => rows && buildSteps(rows), [rows]);
  return { summary, skeleton, spans: rows?.spans, timeline, young: isYoung(summary.data) };
}

/** Of a trace with more spans than a page loads, calls whose span is not among them would look like runs that nobody asked for. */
function loaded(rows: TraceRows, capped: boolean): TraceRows {
  if (!capped) return rows;
  const ids = new Set(rows.spans.map((span) => span.id));
  return { spans: rows.spans, calls: rows.calls.filter((call) => ids.has(call.ownerId)) };
}
