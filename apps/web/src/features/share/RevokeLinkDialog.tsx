'use client';
// Asks before revoking, because it cannot be undone and breaks the link for everyone who has it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { shownBy } from './share-words.ts';

interface RevokeLinkDialogProps {
  project: string;
  trace: string;
  link: RouterOutputs['shareLinks']['list'][number];
  onClose: () => void;
}

export function RevokeLinkDialog({ project, trace, link, onClose }: RevokeLinkDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.shareLinks.revoke.mutationOptions({
      onSuccess: () => {
        toast('Link revoked.', 'It no longer works.');
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.shareLinks.list.queryFilter()),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Revoke this link?"
      description={`It shows ${shownBy(link)}. The link stops working at once. This cannot be undone.`}
    >
      <DialogForm onSubmit={() => revoke.mutate({ project, trace, id: link.id })}>
        {revoke.isError && <ErrorState inline title="The link was not revoked." error={revoke.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={revoke.isPending}>
            Revoke
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
