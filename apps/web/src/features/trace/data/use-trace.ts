'use client';
// The data of the trace page: sums, then the skeleton, built into steps. Reloads when the stream reports that spans
// were stored.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { StreamStatus } from '../../../lib/live/stream-state.ts';
import { quietLimit } from '../../../lib/live/quiet-limit.ts';
import { useFresh, useYoung } from '../../../lib/live/use-fresh.ts';
import { isNotFound } from '../../../lib/requests/query-client.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import { decodeSkeleton, joinRows, type TraceRows } from '../../../lib/skeleton/skeleton.ts';
import { useTRPC, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import { hasNews } from '../live/has-news.ts';
import { spanOnPage } from '../navigation/span-on-page.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useGrowth } from '../live/use-growth.ts';
import { useOpening } from './use-opening.ts';
import { useChangedSpans } from '../live/use-changed-spans.ts';

export type TraceSummary = RouterOutputs['trace']['summary'];
/** How the page gets updates; `off` = the trace has ended. */
export type Listening = StreamStatus | 'off';

/** Visitors with only a share link have no stream, so the page polls for new spans, and for the end of the link. */
const SHARED_REFRESH_MS = 10_000;

/** The query pauses while the tab is hidden. */
const untilNotFound = ({ state }: { state: { error: unknown } }) => !isNotFound(state.error) && SHARED_REFRESH_MS;

interface TraceOpening {
  /** The span of a link; it is loaded even if it is outside of the first window. */
  span?: string | null;
  /** The page opens at the top, so its first rows can be shown while the rest loads. */
  atTop?: boolean;
}

export function useTrace(address: TraceAddress, { span = null, atTop = false }: TraceOpening = {}) {
  const trpc = useTRPC();
  const shared = useSharedTrace() !== undefined;
  const summary = useQuery(trpc.trace.summary.queryOptions(address, { refetchInterval: shared && untilNotFound }));
  const young = useYoung(summary.data, summary.dataUpdatedAt);
  const running = useYoung(summary.data, summary.dataUpdatedAt, summary.data && quietLimit(summary.data));
  const { refetch: askAgain } = summary;
  // A trace without its root span has not ended, however long it has been quiet.
  const mayGrow = young || summary.data?.root === null;
  const listening: Listening = useFresh(
    { project: address.project, traces: [address.trace], young: mayGrow && !shared },
    askAgain,
  );
  const opening = useOpening(address);
  // Loads after mount; the first rows, which came with the page, can be read before.
  const skeleton = useQuery({
    ...trpc.trace.skeleton.queryOptions(address, { trpc: { context: { alone: true } } }),
    // For a short trace the first rows are all rows.
    ...(opening.data?.capped === false && { initialData: opening.data, initialDataUpdatedAt: opening.at }),
  });
  const { spans: stored, open } = summary.data ?? {};
  const { data, refetch, isFetching } = skeleton;
  const shown = data ?? (atTop ? opening.data : undefined);
  const first = useMemo(() => (shown ? loaded(decodeSkeleton(shown.rows), shown.capped) : undefined), [shown]);
  const openShown = useMemo(() => first?.spans.filter(({ duration }) => duration === null).length ?? 0, [first]);
  // The sums include new spans and new ends first.
  useEffect(() => {
    if (stored === undefined || open === undefined || !data || isFetching) return;
    if (hasNews({ ...data, open: openShown }, { stored, open, young })) void refetch();
  }, [stored, open, data, openShown, young, isFetching, refetch]);
  const growth = useGrowth(address, { rows: first, skeleton, snapshots: summary.data?.snapshots, young });
  useChangedSpans(address, { spans: first?.spans, growth });
  const { rows, beyond, isLooking } = useAround(address, { first, span, capped: data?.capped === true });
  const timeline = useMemo(() => rows && buildSteps(rows), [rows]);
  return {
    summary,
    skeleton,
    beyond,
    spans: rows?.spans,
    calls: rows?.calls,
    timeline,
    growth,
    isOpening: !data,
    isLooking,
    running,
    listening,
  };
}

interface Around {
  first: TraceRows | undefined;
  span: string | null;
  capped: boolean;
}

/** The first rows, plus the surroundings of the span when it is not among them. */
function useAround(address: TraceAddress, { first, span, capped }: Around) {
  const trpc = useTRPC();
  const isShared = useSharedTrace() !== undefined;
  const isFar =
    capped && first !== undefined && span !== null && !isShared && spanOnPage(span, first.spans) === 'nowhere';
  const { data, isPending } = useQuery({
    ...trpc.trace.around.queryOptions({ ...address, spanId: span ?? '' }),
    ...{ enabled: isFar, staleTime: Infinity },
  });
  const more = isFar ? data?.rows : undefined;
  const far = useMemo(() => (more === undefined ? undefined : decodeSkeleton(more)), [more]);
  const rows = useMemo(() => (first && far ? joinRows(first, far) : first), [first, far]);
  const beyond = useMemo(() => idsBeyond(first, far), [first, far]);
  return { rows, beyond, isLooking: isFar && isPending };
}

const NONE: ReadonlySet<string> = new Set();

/** Spans that were loaded only because a link leads to one of them. */
function idsBeyond(first: TraceRows | undefined, far: TraceRows | undefined): ReadonlySet<string> {
  if (!first || !far) return NONE;
  const known = new Set(first.spans.map(({ id }) => id));
  return new Set(far.spans.map(({ id }) => id).filter((id) => !known.has(id)));
}

/**
 * In a trace with more spans than a page loads, drops calls whose span is not loaded, because they would look like runs
 * that no response requested.
 */
function loaded(rows: TraceRows, capped: boolean): TraceRows {
  if (!capped) return rows;
  const ids = new Set(rows.spans.map((span) => span.id));
  return { spans: rows.spans, calls: rows.calls.filter((call) => ids.has(call.ownerId)) };
}
