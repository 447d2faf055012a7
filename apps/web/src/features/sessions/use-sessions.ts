'use client';
// The rows of the list: pages by cursor, and the newest page, asked for when something was stored. What is new waits until it is wanted, so that no
// row moves under the hand; sums of rows that are shown are kept fresh.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListNewsProps } from '../../components/list/ListNews.tsx';
import { useTRPC, type RouterOutputs } from '../../lib/trpc.ts';
import type { SessionsUrl } from './sessions-url.ts';

export type SessionRow = RouterOutputs['sessions']['list']['sessions'][number];

/** Spans of a running turn come at most this long after one another. */
const QUIET_MS = 15_000;
export const isRunning = ({ quietMs }: Pick<SessionRow, 'quietMs'>): boolean => quietMs < QUIET_MS;

/** What is shown in rows, what is known of all that match, and how both are kept fresh. */
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
  // Asked for by `refresh` alone: the pages have just been.
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
  // There is nothing to move: the first sessions show themselves.
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
