'use client';
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

export function RenameKeyDialog({ project, apiKey, onClose }: KeyDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState(apiKey.name);
  const rename = useMutation(
    trpc.keys.rename.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.keys.list.queryFilter());
        toast('Key renamed.');
        onClose();
      },
    }),
  );
  const submit = () => rename.mutate({ project, id: apiKey.id, name: name.trim() });
  return (
    <Dialog open onOpenChange={onClose} title={`Rename ${apiKey.name}`}>
      <DialogForm onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          required
          autoFocus
        />
        {rename.isError && <ErrorState inline title="The key was not renamed." error={rename.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={name.trim() === '' || rename.isPending}>
            Rename
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
