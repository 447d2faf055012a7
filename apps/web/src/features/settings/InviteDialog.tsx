'use client';
// Creates an invitation, then shows its link once. Without a mail server the user passes the link on.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ROLES, ROLE_WORDS, type Role } from '../../lib/account/roles.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { InvitationLink } from './InvitationLink.tsx';

const ROLE_OPTIONS = ROLES.toReversed().map((role) => [role, ROLE_WORDS[role]] as const);

interface InviteDialogProps {
  project: string;
  hasMail: boolean;
  onClose: () => void;
}

export function InviteDialog({ project, hasMail, onClose }: InviteDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useMutation(
    trpc.members.invite.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.members.invitations.queryFilter()),
    }),
  );
  if (invite.data) return <InvitationLink {...invite.data} email={email.trim()} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title="Invite a member">
      <DialogForm onSubmit={() => invite.mutate({ project, email, role })}>
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          maxLength={254}
          required
          autoFocus
          note={hasMail ? 'They get the link by e-mail.' : 'No e-mail is sent: you get a link to pass on.'}
        />
        <SelectField label="Role" options={ROLE_OPTIONS} value={role} onValue={setRole} />
        {invite.isError && <ErrorState inline title="The invitation was not created." error={invite.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={email.trim() === '' || invite.isPending}>
            {hasMail ? 'Invite' : 'Create link'}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
