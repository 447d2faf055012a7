'use client';
// The rows of the list: cursor pages, plus the newest page, which is loaded when something was stored. New rows wait
// until the user asks for them, so that no row moves under the pointer; sums of visible rows are updated.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListNewsProps } from '../../components/list/ListNews.tsx';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { QUIET_MS } from '../../lib/live/quiet-limit.ts';
import type { SessionsUrl } from './sessions-url.ts';

export type SessionRow = RouterOutputs['sessions']['list']['sessions'][number];

export const isRunning = ({ quietMs }: Pick<SessionRow, 'quietMs'>): boolean => quietMs < QUIET_MS;

/** The visible rows, the sums of all matching sessions, and how both are refreshed. */
export function useSessions(project: string, url: SessionsUrl) {
  const rows = useRows(project, url);
  const totals = useTotals(project, url);
  const running = rows.rows.some(isRunning);
  const news: ListNewsProps = { project, rows: rows.refresh, sums: totals.refetch, running };
  return { ...rows, totals, news };
}

function useRows(project: string, { q, range }: SessionsUrl) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = { project, q, range };
  const options = trpc.sessions.list.infiniteQueryOptions(input, {
    getNextPageParam: ({ next }) => next,
    initialCursor: null,
  });
  const pages = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  // Only `refresh` loads it, because the pages were just loaded.
  const head = useQuery({ ...trpc.sessions.list.queryOptions(input), enabled: false });
  const newest = head.data;
  const rows = useMemo(() => {
    const changed = new Map(newest?.sessions.map((session) => [session.id, session]));
    const shown = new Map((pages.data?.pages ?? []).flatMap((page) => page.sessions).map((one) => [one.id, one]));
    return [...shown.values()].map((session) => changed.get(session.id) ?? session);
  }, [pages.data, newest]);
  const waiting = useMemo(() => {
    const shown = new Set(rows.map((row) => row.id));
    return newest?.sessions.filter((session) => !shown.has(session.id)).length ?? 0;
  }, [rows, newest]);
  const showNewest = () => {
    if (newest) queryClient.setQueryData(options.queryKey, { pages: [newest], pageParams: [null] });
  };
  // No visible row could move, so the first sessions appear at once.
  const isEmpty = pages.isSuccess && rows.length === 0 && waiting > 0;
  useEffect(() => {
    if (isEmpty) showNewest();
  });
  return { pages, rows, waiting, showNewest, refresh: head.refetch };
}

function useTotals(project: string, { q, range }: SessionsUrl) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.sessions.totals.queryOptions({ project, q, range }, { trpc: { context: { alone: true } } }),
    placeholderData: keepPreviousData,
  });
}
