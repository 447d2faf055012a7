'use client';
// The rows of the list: pages by cursor, and the newest page, asked for when something was stored. What is new waits until it is wanted, so that no
// row moves under the hand; what changed in rows that are shown is shown.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListNewsProps } from '../../components/list/ListNews.tsx';
import { useTRPC } from '../../lib/trpc.ts';
import { FROM_THE_START, rowsInput } from './list-request.ts';
import type { ListState } from './list-views.ts';
import { outcomeOf } from './row-words.ts';

type Asked = Pick<ListState, 'q' | 'range' | 'order'> & { waitsForView: boolean };

/** What is shown in rows, what is known of all that match, and how both are kept fresh. */
export function useTraces(project: string, asked: Asked) {
  const rows = useRows(project, asked);
  const totals = useTotals(project, asked);
  const running = rows.rows.some((row) => outcomeOf(row) === 'running');
  const news: ListNewsProps = { project, rows: rows.refresh, sums: totals.refetch, running };
  return { ...rows, totals, news };
}

function useRows(project: string, { waitsForView, ...asked }: Asked) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = rowsInput(project, asked);
  const options = trpc.traces.list.infiniteQueryOptions(input, FROM_THE_START);
  const pages = useInfiniteQuery({ ...options, placeholderData: keepPreviousData, enabled: !waitsForView });
  // Asked for by `refresh` alone: the pages have just been.
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
  // There is nothing to move: the first traces show themselves.
  const isEmpty = pages.isSuccess && rows.length === 0;
  useEffect(() => {
    if (isEmpty && newest && newest.traces.length > 0)
      queryClient.setQueryData(options.queryKey, { pages: [newest], pageParams: [null] });
  });
  // All of a page: there may be more behind them.
  const waitingMore = newest !== undefined && newest.next !== null && waiting === newest.traces.length;
  return { pages, rows, waiting, waitingMore, showNewest, refresh: head.refetch };
}

function useTotals(project: string, { q, range, waitsForView }: Asked) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.traces.totals.queryOptions({ project, q, range }, { trpc: { context: { alone: true } } }),
    placeholderData: keepPreviousData,
    enabled: !waitsForView,
  });
}
