'use client';
// The data of the page: sums, then the figures of every turn; asked again while the session is young, and now and then for its next turn.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC, type RouterOutputs } from '../../lib/trpc.ts';

export interface SessionAddress {
  project: string;
  session: string;
}
export type SessionSummary = RouterOutputs['sessions']['summary'];
export type Turn = RouterOutputs['sessions']['turns'][number];
/** A turn with its place in the session, from 1. */
export type NumberedTurn = Turn & { number: number };

/** Spans of a running turn come at most this long after one another. */
const QUIET_MS = 15_000;
const YOUNG_MS = 60_000;
const ASK_EVERY_MS = { young: 2000, old: 10_000 };

export const isLive = ({ quietMs }: { quietMs: number }): boolean => quietMs < QUIET_MS;

/**
 * Model calls that may still tell what they thought: as many as there are spans without an end, of whatever kind, as long as none has told. How many
 * of these are model calls the sums do not say, and where some have told, their share is known.
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
  // The sums know first of a new span, and a turn that grows quiet is over.
  useEffect(() => {
    if (!data) return;
    const stored = data.updatedAt.getTime();
    const isNew = known.current !== undefined && (known.current !== stored || data.quietMs < YOUNG_MS);
    known.current = stored;
    if (isNew) void refetch();
  }, [data, dataUpdatedAt, refetch]);
  return { summary, turns };
}
