'use client';
// Lets a member set a new password: by a mail, or by a link that the owner passes on.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { LINK_MINUTES } from '../../lib/account/link-minutes.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import type { Member } from './member-row.ts';
import { ShownOnce } from '../../components/settings/ShownOnce.tsx';

interface ResetPasswordDialogProps {
  project: string;
  member: Member;
  /** Else the link is shown, to be passed on. */
  hasMail: boolean;
  onClose: () => void;
}

export function ResetPasswordDialog({ project, member: { id, email }, hasMail, onClose }: ResetPasswordDialogProps) {
  const reset = useMutation(
    useTRPC().members.resetPassword.mutationOptions({
      onSuccess: ({ url }) => {
        if (url) return;
        toast('Mail sent.', `${email} got a link that sets a new password.`);
        onClose();
      },
    }),
  );
  if (reset.data?.url)
    return (
      <ShownOnce title={`The link for ${email}`} made="Link created." done="I copied it" onClose={onClose}>
        <CopyLine name="the link" text={reset.data.url} />
        <p>
          It works once, for {LINK_MINUTES} minutes. Anyone with the link can become {email}, so pass it on to them
          only.
        </p>
      </ShownOnce>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`A new password for ${email}?`}
      description={
        hasMail
          ? 'They get a mail with a link that sets a new password. The old one works until then.'
          : 'You get a link that sets a new password, to pass on to them. The old one works until then.'
      }
    >
      <DialogForm onSubmit={() => reset.mutate({ project, user: id })}>
        {reset.isError && <ErrorState inline title="There is no link." error={reset.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={reset.isPending}>
            {hasMail ? 'Send mail' : 'Create link'}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
