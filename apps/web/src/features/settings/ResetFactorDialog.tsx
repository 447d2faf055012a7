'use client';
// Removes the second factor of a member who has lost it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import type { Member } from './member-row.ts';

interface ResetFactorDialogProps {
  project: string;
  member: Member;
  onClose: () => void;
}

export function ResetFactorDialog({ project, member: { id, email }, onClose }: ResetFactorDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const reset = useMutation(
    trpc.members.resetSecondFactor.mutationOptions({
      onSuccess: () => {
        toast('Second factor removed.', `${email} signs in without a code now.`);
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.members.list.queryFilter()),
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove the second factor of ${email}?`}
      description="Make sure that it is really this member who asks. They sign in without a code from then on, and their sessions end."
      action="Remove second factor"
      failed="The second factor was not removed."
      mutation={reset}
      onConfirm={() => reset.mutate({ project, user: id })}
      onClose={onClose}
    />
  );
}
