'use client';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { plural } from '../../lib/figures/format.ts';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { useLookAgain } from './use-quarantine.ts';

interface DropDialogProps {
  project: string;
  what: { reason: string } | { id: string };
  count: number;
  onClose: () => void;
}

export function DropDialog({ project, what, count, onClose }: DropDialogProps) {
  const lookAgain = useLookAgain();
  const drop = useMutation(
    useTRPC().quarantine.drop.mutationOptions({
      onSuccess: async (dropped) => {
        await lookAgain();
        toast(`${plural(dropped, 'row')} deleted.`);
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete quarantined rows"
      description="They can no longer be stored. This cannot be undone."
    >
      <DialogForm onSubmit={() => drop.mutate({ project, ...what })}>
        {drop.isError && <ErrorState inline title="Nothing was deleted." error={drop.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={drop.isPending}>
            Delete {plural(count, 'row')}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
