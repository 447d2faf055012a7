'use client';
// Gives traces tags and bookmarks, or takes them away, and loads again what shows them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC, type RouterInputs } from '../../lib/requests/trpc.ts';

export type MarkChange = Omit<RouterInputs['traces']['mark'], 'project'>;

export function useMarkTraces(project: string) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const { mutateAsync, isPending, error } = useMutation(
    trpc.traces.mark.mutationOptions({
      onSuccess: async () => {
        // The newest page of a list is disabled, and would show the marks from before.
        await client.resetQueries({ predicate: (query) => query.isDisabled() });
        await client.invalidateQueries();
      },
    }),
  );
  return { mark: (change: MarkChange) => mutateAsync({ project, ...change }), isPending, error };
}
