'use client';
// Revoking cannot be undone and may stop a running application from sending, so the name must be typed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { KeyDialogProps } from './key-row.ts';

export function RevokeKeyDialog({ project, apiKey, onClose }: KeyDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.keys.list.queryFilter());
        toast('Key revoked.', `${apiKey.name} is refused from now on.`);
        onClose();
      },
    }),
  );
  const submit = () => revoke.mutate({ project, id: apiKey.id, name: typed });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Revoke ${apiKey.name}`}
      description="Applications that use this key are refused at once. This cannot be undone."
    >
      <DialogForm onSubmit={submit}>
        <TextField
          label={
            <>
              Type <code>{apiKey.name}</code> to revoke it
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoFocus
        />
        {revoke.isError && <ErrorState inline title="The key was not revoked." error={revoke.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={typed !== apiKey.name || revoke.isPending}>
            Revoke
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
