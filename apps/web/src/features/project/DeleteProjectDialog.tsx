'use client';
// Deleting a project cannot be undone, so its name must be typed. The page of the organization then shows the progress.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { organizationPath } from '../../lib/address/organization-path.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { GeneralProject } from './GeneralScreen.tsx';

interface DeleteProjectDialogProps {
  project: GeneralProject;
  onClose: () => void;
}

export function DeleteProjectDialog({ project: { slug, name, organizationId }, onClose }: DeleteProjectDialogProps) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const remove = useMutation(
    useTRPC().projects.delete.mutationOptions({ onSuccess: () => router.replace(organizationPath(organizationId)) }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}`}
      description="The project vanishes at once, its API keys are refused, and its data is deleted in the background. This cannot be undone."
    >
      <DialogForm onSubmit={() => remove.mutate({ project: slug, name: typed })}>
        <TextField
          label={
            <>
              Type <code>{name}</code> to delete it
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoFocus
        />
        {remove.isError && <ErrorState inline title="The project was not deleted." error={remove.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={typed !== name || remove.isPending}>
            Delete
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
