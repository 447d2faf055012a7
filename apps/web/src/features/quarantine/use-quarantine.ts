'use client';
// Invalidates the lists after every action.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';

/** Polling interval while rows wait to be reprocessed. */
export const LOOK_AGAIN_MS = 2_000;

export function useLookAgain() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: trpc.quarantine.pathKey() });
}

/** Ingest reprocesses the rows within seconds; the screen polls until it has. */
export function useReplay() {
  const lookAgain = useLookAgain();
  return useMutation(
    useTRPC().quarantine.replay.mutationOptions({
      onSuccess: lookAgain,
      onError: (error) => toast(`Reprocessing failed: ${error.message}`),
    }),
  );
}
