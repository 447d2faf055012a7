'use client';
// The rows of the list: pages by cursor, and the newest page asked for every few seconds. What is new waits until it is wanted, so that no row
// moves under the hand; what changed in rows that are shown is shown.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTRPC, type RouterOutputs } from '../../lib/trpc.ts';
import type { ListState } from './list-views.ts';

export type TraceRow = RouterOutputs['traces']['list']['traces'][number];
const ASK_EVERY_MS = 5000;

type Asked = Pick<ListState, 'q' | 'range' | 'order'> & { waitsForView: boolean };

export function useTraces(project: string, { q, range, order, waitsForView }: Asked) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = { project, q, range, ...order };
  const options = trpc.traces.list.infiniteQueryOptions(input, {
    getNextPageParam: ({ next }) => next,
    initialCursor: null,
  });
  const pages = useInfiniteQuery({ ...options, placeholderData: keepPreviousData, enabled: !waitsForView });
  const head = useQuery({
    ...trpc.traces.list.queryOptions(input),
    refetchInterval: ASK_EVERY_MS,
    enabled: pages.isSuccess && !pages.isPlaceholderData,
  });
  const newest = head.data;
  const rows = useMemo(() => {
    const changed = new Map(newest?.traces.map((trace) => [trace.id, trace]));
    const shown = new Map((pages.data?.pages ?? []).flatMap((page) => page.traces).map((trace) => [trace.id, trace]));
    return [...shown.values()].map((trace) => changed.get(trace.id) ?? trace);
  }, [pages.data, newest]);
  const waiting = useMemo(() => {
    const shown = new Set(rows.map((row) => row.id));
    return newest?.traces.filter((trace) => !shown.has(trace.id)).length ?? 0;
  }, [rows, newest]);
  const showNewest = () => {
    if (newest) queryClient.setQueryData(options.queryKey, { pages: [newest], pageParams: [null] });
  };
  // There is nothing to move: the first traces show themselves.
  const isEmpty = pages.isSuccess && rows.length === 0;
  useEffect(() => {
    if (isEmpty && newest && newest.traces.length > 0)
      queryClient.setQueryData(options.queryKey, { pages: [newest], pageParams: [null] });
  });
  // All of a page: there may be more behind them.
  const waitingMore = newest !== undefined && newest.next !== null && waiting === newest.traces.length;
  return { pages, rows, waiting, waitingMore, showNewest };
}

export function useTotals(project: string, { q, range, waitsForView }: Asked) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.traces.totals.queryOptions({ project, q, range }, { trpc: { context: { alone: true } } }),
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
    enabled: !waitsForView,
  });
}
