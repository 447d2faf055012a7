'use client';
// The rows of the list: cursor pages, plus the newest page, which is loaded when something was stored. New rows wait
// until the user asks for them, so that no row moves under the pointer; changes of visible rows are shown.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListNewsProps } from '../../components/list/ListNews.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { FROM_THE_START, rowsInput } from './address/list-request.ts';
import type { ListState } from './views/list-views.ts';
import { outcomeOf } from '../../lib/traces/trace-outcome.ts';

type TracesQuery = Pick<ListState, 'q' | 'range' | 'order'> & { waitsForView: boolean };

/** The visible rows, the sums of all matching traces, and how both are refreshed. */
export function useTraces(project: string, asked: TracesQuery) {
  const rows = useRows(project, asked);
  const totals = useTotals(project, asked);
  const running = rows.rows.some((row) => outcomeOf(row) === 'running');
  const news: ListNewsProps = { project, rows: rows.refresh, sums: totals.refetch, running };
  return { ...rows, totals, news };
}

function useRows(project: string, { waitsForView, ...asked }: TracesQuery) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = rowsInput(project, asked);
  const options = trpc.traces.list.infiniteQueryOptions(input, FROM_THE_START);
  const pages = useInfiniteQuery({ ...options, placeholderData: keepPreviousData, enabled: !waitsForView });
  // Only `refresh` loads it, because the pages were just loaded.
  const head = useQuery({ ...trpc.traces.list.queryOptions(input), enabled: false });
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
  // No visible row could move, so the first traces appear at once.
  const isEmpty = pages.isSuccess && rows.length === 0;
  useEffect(() => {
    if (isEmpty && newest && newest.traces.length > 0)
      queryClient.setQueryData(options.queryKey, { pages: [newest], pageParams: [null] });
  });
  // The whole newest page is new, so there may be more behind it.
  const waitingMore = newest !== undefined && newest.next !== null && waiting === newest.traces.length;
  return { pages, rows, waiting, waitingMore, showNewest, refresh: head.refetch };
}

function useTotals(project: string, { q, range, waitsForView }: TracesQuery) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.traces.totals.queryOptions({ project, q, range }, { trpc: { context: { alone: true } } }),
    placeholderData: keepPreviousData,
    enabled: !waitsForView,
  });
}
