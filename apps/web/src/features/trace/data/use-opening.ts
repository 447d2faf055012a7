'use client';
// The first rows of a trace and their texts, which the server sent with the page. Never loaded from here: without them
// the page waits for the whole trace.
import { useQuery } from '@tanstack/react-query';
import { useTRPC, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

export interface Opening {
  data: RouterOutputs['trace']['opening'] | undefined;
  /** When they were loaded. */
  at: number;
}

export function useOpening(address: TraceAddress): Opening {
  const { data, dataUpdatedAt } = useQuery({ ...useTRPC().trace.opening.queryOptions(address), enabled: false });
  return { data, at: dataUpdatedAt };
}
