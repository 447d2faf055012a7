'use client';
// What a page came with: the first rows of its trace and their texts. Never asked for from here: without it the whole trace is waited for.
import { useQuery } from '@tanstack/react-query';
import { useTRPC, type RouterOutputs } from '../../lib/trpc.ts';
import type { TraceAddress } from './trace-address.ts';

export interface Opening {
  data: RouterOutputs['trace']['opening'] | undefined;
  /** When it was read. */
  at: number;
}

export function useOpening(address: TraceAddress): Opening {
  const { data, dataUpdatedAt } = useQuery({ ...useTRPC().trace.opening.queryOptions(address), enabled: false });
  return { data, at: dataUpdatedAt };
}
