'use client';
// After anything was done: the lists are asked again.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/trpc.ts';

/** While something waits to be read again. */
export const LOOK_AGAIN_MS = 2_000;

export function useLookAgain() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: trpc.quarantine.pathKey() });
}

/** Ingest reads them again within seconds; the screen looks until it has. */
export function useReplay() {
  const lookAgain = useLookAgain();
  return useMutation(
    useTRPC().quarantine.replay.mutationOptions({
      onSuccess: lookAgain,
      onError: (error) => toast(`They are not read again: ${error.message}`),
    }),
  );
}
