'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/settings/ConfirmDialog.tsx';
import { toast } from '../../../lib/toast.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { Target } from './export-words.ts';

interface RemoveTargetDialogProps {
  project: string;
  target: Target;
  onClose: () => void;
}

export function RemoveTargetDialog({ project, target: { id, name }, onClose }: RemoveTargetDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.exports.removeTarget.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.exports.pathKey() });
        toast('Target removed.');
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove the target ${name}`}
      description="Its schedule and its access key are deleted here. Files that were exported stay where they are."
      action="Remove the target"
      failed="The target was not removed."
      mutation={remove}
      onConfirm={() => remove.mutate({ project, id })}
      onClose={onClose}
    />
  );
}
