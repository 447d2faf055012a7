'use client';
// Pending invitations. A link is shown once; when it or its mail is lost, a new one replaces it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { toast } from '../../lib/toast.ts';
import type { Role } from '../../lib/account/roles.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { InvitationLink } from './InvitationLink.tsx';
import styles from './members.module.css';

interface InvitationsProps {
  project: string;
  hasMail: boolean;
}

export function Invitations({ project, hasMail }: InvitationsProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const invitations = useQuery(trpc.members.invitations.queryOptions({ project }));
  const revoke = useMutation(
    trpc.members.revokeInvitation.mutationOptions({
      onSuccess: () => toast('Invitation revoked.', 'Its link no longer works.'),
      onError: (error) => toast('The invitation was not revoked.', error.message),
      onSettled: () => queryClient.invalidateQueries(trpc.members.invitations.queryFilter()),
    }),
  );
  const again = useMutation(
    trpc.members.invite.mutationOptions({
      onError: (error) => toast('The invitation was not sent again.', error.message),
      onSettled: () => queryClient.invalidateQueries(trpc.members.invitations.queryFilter()),
    }),
  );
  if (invitations.isError)
    return (
      <ErrorState
        title="The invitations could not be loaded."
        error={invitations.error}
        onRetry={() => void invitations.refetch()}
      />
    );
  if (!invitations.data?.length) return null;
  return (
    <section>
      <h2 className={styles.waiting}>Pending invitations</h2>
      <SettingsTable label="Invitations" heads={['E-mail', 'Role', 'Invited by', 'Invited', 'Until']}>
        {invitations.data.map(({ id, email, role, createdBy, createdAt, expiresAt }) => (
          <tr key={id}>
            <RowHead>
              <PlainText text={email} />
            </RowHead>
            <td>
              <Tag>{role}</Tag>
            </td>
            <td>
              <PlainText text={createdBy} />
            </td>
            <td>
              <RelativeTime time={createdAt} ago />
            </td>
            <td>
              <AbsoluteTime time={expiresAt} />
            </td>
            <RowActions>
              <Button
                look="quiet"
                onClick={() => again.mutate({ project, email, role: role as Role })}
                disabled={again.isPending}
                aria-label={hasMail ? `Send the invitation of ${email} again` : `New link for ${email}`}
              >
                {hasMail ? 'Send again' : 'New link'}
              </Button>
              <Button
                look="quiet"
                onClick={() => revoke.mutate({ project, id })}
                disabled={revoke.isPending}
                aria-label={`Revoke the invitation of ${email}`}
              >
                Revoke
              </Button>
            </RowActions>
          </tr>
        ))}
      </SettingsTable>
      {again.data && <InvitationLink {...again.data} email={again.variables.email} onClose={again.reset} />}
    </section>
  );
}
