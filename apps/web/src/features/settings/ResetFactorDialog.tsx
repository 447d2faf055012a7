'use client';
// Removes the second factor of a member who has lost it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
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
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove the second factor of ${email}?`}
      description="Make sure that it is really this member who asks. They sign in without a code from then on, and their sessions end."
    >
      <DialogForm onSubmit={() => reset.mutate({ project, user: id })}>
        {reset.isError && <ErrorState inline title="The second factor was not removed." error={reset.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={reset.isPending}>
            Remove second factor
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
