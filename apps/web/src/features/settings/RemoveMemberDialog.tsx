'use client';
// Who is removed sees nothing of the project at once: so it is asked.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '../../lib/address-state.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { DialogButtons, DialogForm } from '../../components/SettingsPage.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/trpc.ts';
import type { Member } from './member-row.ts';

interface RemoveMemberDialogProps {
  project: string;
  member: Member;
  onClose: () => void;
}

export function RemoveMemberDialog({ project, member: { id, email, isMe }, onClose }: RemoveMemberDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const remove = useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: async () => {
        if (isMe) return router.replace('/');
        await queryClient.invalidateQueries(trpc.members.list.queryFilter());
        toast('Member removed.', `${email} sees nothing of this project from now on.`);
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isMe ? 'Leave this project?' : `Remove ${email}?`}
      description={`${isMe ? 'You see' : 'They see'} nothing of this project from then on, and ${isMe ? 'your' : 'their'} links to its traces show nothing. Keys and views stay.`}
    >
      <DialogForm onSubmit={() => remove.mutate({ project, user: id })}>
        {remove.isError && <ErrorState inline title="Nobody was removed." error={remove.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={remove.isPending}>
            {isMe ? 'Leave' : 'Remove'}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
