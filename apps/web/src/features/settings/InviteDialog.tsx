'use client';
// Creates an invitation, then shows its link once. The user sends the link, because Subtext sends no mail.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ROLES, ROLE_WORDS, type Role } from '../../lib/account/roles.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { ShownOnce } from './ShownOnce.tsx';

const ROLE_OPTIONS = ROLES.toReversed().map((role) => [role, ROLE_WORDS[role]] as const);

interface InviteDialogProps {
  project: string;
  onClose: () => void;
}

export function InviteDialog({ project, onClose }: InviteDialogProps) {
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
          note="No e-mail is sent: you get a link to pass on."
        />
        <SelectField label="Role" options={ROLE_OPTIONS} value={role} onValue={setRole} />
        {invite.isError && <ErrorState inline title="The invitation was not created." error={invite.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={email.trim() === '' || invite.isPending}>
            Create link
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

interface InvitationLinkProps {
  url: string;
  expiresAt: Date;
  email: string;
  onClose: () => void;
}

function InvitationLink({ url, expiresAt, email, onClose }: InvitationLinkProps) {
  return (
    <ShownOnce title={`The link for ${email}`} made="Invitation created." done="I copied it" onClose={onClose}>
      <CopyLine name="the link" text={url} />
      <p>
        It works once, until <AbsoluteTime time={expiresAt} />. Anyone with the link can join as {email}, so share it
        with them only.
      </p>
    </ShownOnce>
  );
}
