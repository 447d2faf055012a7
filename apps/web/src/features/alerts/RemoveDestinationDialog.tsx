'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import type { Destination } from './alert-words.ts';

interface RemoveDestinationDialogProps {
  project: string;
  destination: Destination;
  onClose: () => void;
}

export function RemoveDestinationDialog({ project, destination, onClose }: RemoveDestinationDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.alerts.removeDestination.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() });
        toast('Destination removed.');
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove ${destination.name}`}
      description="Rules no longer send messages to it, and messages that wait to be sent are given up."
      action="Remove destination"
      failed="The destination was not removed."
      mutation={remove}
      onConfirm={() => remove.mutate({ project, id: destination.id })}
      onClose={onClose}
    />
  );
}
