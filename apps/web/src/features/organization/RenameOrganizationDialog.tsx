'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

interface RenameOrganizationDialogProps {
  organization: { id: string; name: string };
  onClose: () => void;
}

export function RenameOrganizationDialog({ organization, onClose }: RenameOrganizationDialogProps) {
  const router = useRouter();
  const [name, setName] = useState(organization.name);
  const rename = useMutation(
    useTRPC().organization.rename.mutationOptions({
      onSuccess: () => {
        toast('Organization renamed.', `It is called ${name.trim()} now.`);
        onClose();
        router.refresh();
      },
    }),
  );
  return (
    <Dialog open onOpenChange={onClose} title="Rename the organization">
      <DialogForm onSubmit={() => rename.mutate({ organization: organization.id, name })}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={100}
          required
          autoFocus
        />
        {rename.isError && <ErrorState inline title="The organization was not renamed." error={rename.error} />}
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
