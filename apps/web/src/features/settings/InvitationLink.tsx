'use client';
// The link of an invitation, shown once.
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { ShownOnce } from '../../components/settings/ShownOnce.tsx';

interface InvitationLinkProps {
  url: string;
  expiresAt: Date;
  /** false = the mail server refused it; undefined = there is none. */
  isMailed: boolean | undefined;
  email: string;
  onClose: () => void;
}

export function InvitationLink({ url, expiresAt, isMailed, email, onClose }: InvitationLinkProps) {
  return (
    <ShownOnce title={`The link for ${email}`} made="Invitation created." done="I copied it" onClose={onClose}>
      {isMailed !== undefined && (
        <p role="status">
          {isMailed
            ? `A mail with this link is on its way to ${email}.`
            : 'The mail could not be sent. Pass the link on, or send it again later, under Pending invitations.'}
        </p>
      )}
      <CopyLine name="the link" text={url} />
      <p>
        It works once, until <AbsoluteTime time={expiresAt} />. Anyone with the link can join as {email}, so share it
        with them only.
      </p>
    </ShownOnce>
  );
}
