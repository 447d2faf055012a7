'use client';
// The members of the project, and its pending invitations.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { Invitations } from './Invitations.tsx';
import type { Member } from './member-row.ts';
import { MembersTable } from './MembersTable.tsx';
import type { LostProof } from './ResetProofDialog.tsx';

const InviteDialog = dynamic(async () => (await import('./InviteDialog.tsx')).InviteDialog);
const ResetPasswordDialog = dynamic(async () => (await import('./ResetPasswordDialog.tsx')).ResetPasswordDialog);
const ResetProofDialog = dynamic(async () => (await import('./ResetProofDialog.tsx')).ResetProofDialog);
const RemoveMemberDialog = dynamic(async () => (await import('./RemoveMemberDialog.tsx')).RemoveMemberDialog);

interface MembersScreenProps {
  project: string;
  /** Only owners can manage members. */
  isOwner: boolean;
  /** Invitations and links are mailed; else they are copied and passed on. */
  hasMail: boolean;
}

type OpenDialog = 'invite' | { remove: Member } | { reset: Member } | { member: Member; proof: LostProof };

export function MembersScreen({ project, isOwner, hasMail }: MembersScreenProps) {
  const members = useQuery(useTRPC().members.list.queryOptions({ project }));
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <SettingsPage
      title="Members"
      lead={
        <>
          Everyone with access to this project. To make a new sign-in link, run <code>npm run sign-in-link</code>; for
          anyone but the owner, add <code>-- --email</code> and the address.
        </>
      }
      action={
        isOwner ? (
          <Button look="primary" onClick={() => setDialog('invite')}>
            <Plus size={14} aria-hidden />
            Invite…
          </Button>
        ) : (
          <p>Only owners can invite and remove members.</p>
        )
      }
    >
      {members.isError ? (
        <ErrorState
          title="The members could not be loaded."
          error={members.error}
          onRetry={() => void members.refetch()}
        />
      ) : (
        <Loading pending={members.isPending} skeleton={<Skeleton height="8rem" />}>
          {() => (
            <MembersTable
              project={project}
              members={members.data ?? []}
              isOwner={isOwner}
              onRemove={(member) => setDialog({ remove: member })}
              onReset={(member) => setDialog({ reset: member })}
              onResetProof={(member, proof) => setDialog({ member, proof })}
            />
          )}
        </Loading>
      )}
      {isOwner && <Invitations project={project} hasMail={hasMail} />}
      {dialog === 'invite' && <InviteDialog project={project} hasMail={hasMail} onClose={close} />}
      {typeof dialog === 'object' && 'reset' in dialog && (
        <ResetPasswordDialog project={project} member={dialog.reset} hasMail={hasMail} onClose={close} />
      )}
      {typeof dialog === 'object' && 'proof' in dialog && (
        <ResetProofDialog project={project} {...dialog} onClose={close} />
      )}
      {typeof dialog === 'object' && 'remove' in dialog && (
        <RemoveMemberDialog project={project} member={dialog.remove} members={members.data ?? []} onClose={close} />
      )}
    </SettingsPage>
  );
}
