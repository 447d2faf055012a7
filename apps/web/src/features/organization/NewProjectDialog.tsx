'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';

interface NewProjectDialogProps {
  organization: string;
  onClose: () => void;
}

/** Creates a project, and leads to its keys, because nothing can be sent without one. */
export function NewProjectDialog({ organization, onClose }: NewProjectDialogProps) {
  const router = useRouter();
  const [name, setName] = useState('');
  const create = useMutation(
    useTRPC().organization.createProject.mutationOptions({
      onSuccess: ({ slug }) => {
        onClose();
        router.push(settingsPath(slug, 'keys'));
        router.refresh();
      },
    }),
  );
  return (
    <Dialog open onOpenChange={onClose} title="New project" description="You become its owner.">
      <DialogForm onSubmit={() => create.mutate({ organization, name })}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={100}
          required
          autoFocus
          note="Its address is made from the name and never changes. The name can be changed."
        />
        {create.isError && <ErrorState inline title="The project was not created." error={create.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={name.trim() === '' || create.isPending}>
            Create project
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
