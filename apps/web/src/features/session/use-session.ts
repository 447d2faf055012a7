'use client';
// The page's data: sums and the figures of every turn. Polled often while the session is recent, and rarely afterwards
// for its next turn.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QUIET_MS } from '../../lib/live/quiet-limit.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';

export interface SessionAddress {
  project: string;
  session: string;
}
export type SessionSummary = RouterOutputs['sessions']['summary'];
export type Turn = RouterOutputs['sessions']['turns'][number];
/** A turn with its number in the session, counted from 1. */
export type NumberedTurn = Turn & { number: number };

const YOUNG_MS = 60_000;
const ASK_EVERY_MS = { young: 2000, old: 10_000 };

export const isLive = ({ quietMs }: { quietMs: number }): boolean => quietMs < QUIET_MS;

/**
 * Model calls that may still report their thinking: the number of open spans of any kind, as long as no call has
 * reported any. The sums do not say how many of them are model calls; once one has reported, the share is available.
 */
export const awaitedIn = (sums: { quietMs: number; open: number; generationsReporting: number }): number =>
  isLive(sums) && sums.generationsReporting === 0 ? sums.open : 0;

export function useSession(address: SessionAddress) {
  const trpc = useTRPC();
  const summary = useQuery({
    ...trpc.sessions.summary.queryOptions(address),
    refetchInterval: ({ state }) =>
      state.data && state.data.quietMs < YOUNG_MS ? ASK_EVERY_MS.young : ASK_EVERY_MS.old,
  });
  const turns = useQuery(trpc.sessions.turns.queryOptions(address, { trpc: { context: { alone: true } } }));
  const { refetch } = turns;
  const known = useRef<number>(undefined);
  const { data, dataUpdatedAt } = summary;
  // The sums include a new span first. A turn without new spans for a while is over.
  useEffect(() => {
    if (!data) return;
    const stored = data.updatedAt.getTime();
    const isNew = known.current !== undefined && (known.current !== stored || data.quietMs < YOUNG_MS);
    known.current = stored;
    if (isNew) void refetch();
  }, [data, dataUpdatedAt, refetch]);
  return { summary, turns };
}
