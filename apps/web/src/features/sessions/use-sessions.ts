'use client';
// The rows of the list: pages by cursor, and the newest page asked for every few seconds. What is new waits until it is wanted, so that no row
// moves under the hand; sums of rows that are shown are kept fresh.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTRPC, type RouterOutputs } from '../../lib/trpc.ts';
import type { SessionsUrl } from './sessions-url.ts';

export type SessionRow = RouterOutputs['sessions']['list']['sessions'][number];
const ASK_EVERY_MS = 5000;

export function useSessions(project: string, { q, range }: SessionsUrl) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = { project, q, range };
  const options = trpc.sessions.list.infiniteQueryOptions(input, {
    getNextPageParam: ({ next }) => next,
    initialCursor: null,
  });
  const pages = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const head = useQuery({
    ...trpc.sessions.list.queryOptions(input),
    refetchInterval: ASK_EVERY_MS,
    enabled: pages.isSuccess && !pages.isPlaceholderData,
  });
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
  return { pages, rows, waiting, showNewest };
}

export function useSessionTotals(project: string, { q, range }: SessionsUrl) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.sessions.totals.queryOptions({ project, q, range }, { trpc: { context: { alone: true } } }),
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}
