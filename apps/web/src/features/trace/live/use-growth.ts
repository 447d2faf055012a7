'use client';
// Streaming responses: loads their new snapshots when the sums report some, without reloading the rest of the trace.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TraceRows } from '../../../lib/skeleton/skeleton.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import { growingSteps, hasOtherCalls, MAX_GROWING, type Growth, type GrowingStep } from './growth.ts';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

interface StreamingTrace {
  rows: TraceRows | undefined;
  /** The query of the rows. */
  skeleton: { dataUpdatedAt: number; refetch: () => Promise<unknown> };
  /** Number of snapshots in the sums of the trace. */
  snapshots: number | undefined;
  /** More spans may still arrive. */
  young: boolean;
}

export function useGrowth(address: TraceAddress, { rows, skeleton, snapshots, young }: StreamingTrace) {
  const trpc = useTRPC();
  const names = useMemo(() => namesOfPartial(rows), [rows]);
  const isOn = young && names !== '';
  const { data, dataUpdatedAt, isPlaceholderData, refetch } = useQuery({
    ...trpc.trace.growing.queryOptions({ ...address, spans: names }),
    enabled: false,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (isOn && snapshots !== undefined) void refetch();
  }, [isOn, names, snapshots, refetch]);
  // A response that is older than the rows contains nothing new.
  const isNewer = data !== undefined && !isPlaceholderData && dataUpdatedAt > skeleton.dataUpdatedAt;
  const isOther = useMemo(() => isOn && isNewer && rows && isOtherThan(rows, data.spans), [isOn, isNewer, rows, data]);
  const { refetch: askRows } = skeleton;
  useEffect(() => {
    if (isOther) void askRows();
    // `data` is a dependency, so that each response reloads once.
  }, [isOther, data, askRows]);
  return useMemo<Growth | undefined>(
    () => (isOn ? { spans: data?.spans ?? [], offset: data ? dataUpdatedAt - data.at : 0 } : undefined),
    [isOn, data, dataUpdatedAt],
  );
}

const namesOfPartial = (rows: TraceRows | undefined): string =>
  (rows?.spans ?? [])
    .flatMap(({ id, partial }) => (partial ? [id] : []))
    .slice(-MAX_GROWING)
    .join(',');

function isOtherThan({ calls }: TraceRows, spans: Growth['spans']): boolean {
  if (spans.length === 0) return false;
  const bySpan = new Map(spans.flatMap((span) => namesOf(span.spanId).map((name) => [name, span] as const)));
  const own = calls.filter(({ spanId, describedBy }) => describedBy === 'generation' && bySpan.has(spanId));
  const shown = Map.groupBy(own, ({ spanId }) => bySpan.get(spanId));
  return spans.some((span) => hasOtherCalls(shown.get(span) ?? [], span));
}

const NONE_GROWS: ReadonlyMap<string, GrowingStep> = new Map();

/** The streaming steps by key; none in time travel. */
export function useGrowingSteps(
  timeline: Timeline | undefined,
  growth: Growth | undefined,
  { startedAt, past }: { startedAt: Date | undefined; past: boolean },
): ReadonlyMap<string, GrowingStep> {
  return useMemo(
    () => (timeline && growth && startedAt && !past ? growingSteps(timeline, growth, startedAt.getTime()) : NONE_GROWS),
    [timeline, growth, startedAt, past],
  );
}
