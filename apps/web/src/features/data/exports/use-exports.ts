'use client';
// The changes of exports, each of which shows in the lists of targets and runs.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { toast } from '../../../lib/toast.ts';

export function useTargetActions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: trpc.exports.pathKey() });
  const test = useMutation(
    trpc.exports.test.mutationOptions({
      onSuccess: async () => {
        await reload();
        toast('Test started.', 'The table below shows its result within seconds.');
      },
      onError: (error) => toast('The test was not started.', error.message),
    }),
  );
  const schedule = useMutation(
    trpc.exports.schedule.mutationOptions({
      onSuccess: async (_result, { isHourly }) => {
        await reload();
        toast(isHourly ? 'Exports every hour. The first one begins now.' : 'No more exports every hour.');
      },
      onError: (error) => toast('The schedule was not changed.', error.message),
    }),
  );
  return { test, schedule };
}
