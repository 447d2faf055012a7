import { Button } from '../../components/controls/Button.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import type { Member } from './member-row.ts';
import { MemberRole } from './MemberRole.tsx';
import type { LostProof } from './ResetProofDialog.tsx';

interface MembersTableProps {
  project: string;
  members: readonly Member[];
  isOwner: boolean;
  onRemove: (member: Member) => void;
  onReset: (member: Member) => void;
  onResetProof: (member: Member, proof: LostProof) => void;
}

export function MembersTable({ project, members, isOwner, onRemove, onReset, onResetProof }: MembersTableProps) {
  const owners = members.filter(({ role }) => role === 'owner').length;
  return (
    <SettingsTable label="Members" heads={['E-mail', 'Name', 'Role', 'Since', 'Last seen']} actions={isOwner}>
      {members.map((member) => {
        const { id, email, name, role, since, lastSeen, isMe, isByOrganization, isRemovable } = member;
        // A project has at least one owner.
        const mayChange = isOwner && (role !== 'owner' || owners > 1);
        return (
          <tr key={id}>
            <RowHead>
              <PlainText text={email} />
              {isMe && ' (you)'}
            </RowHead>
            <td>
              <PlainText text={name} />
            </td>
            <td>
              {mayChange && !isByOrganization ? (
                <MemberRole project={project} member={member} />
              ) : (
                <Tag>{isByOrganization ? `${role} of the organization` : role}</Tag>
              )}
            </td>
            <td>
              <RelativeTime time={since} ago />
            </td>
            <td>{lastSeen ? <RelativeTime time={lastSeen} ago /> : 'never'}</td>
            {isOwner && (
              <RowActions>
                {!isMe && (
                  <Button look="quiet" onClick={() => onReset(member)} aria-label={`Reset password of ${email}`}>
                    Reset password…
                  </Button>
                )}
                {!isMe && member.hasSecondFactor && (
                  <Button
                    look="quiet"
                    onClick={() => onResetProof(member, 'second factor')}
                    aria-label={`Remove second factor of ${email}`}
                  >
                    Remove second factor…
                  </Button>
                )}
                {!isMe && member.hasPasskeys && (
                  <Button
                    look="quiet"
                    onClick={() => onResetProof(member, 'passkeys')}
                    aria-label={`Remove passkeys of ${email}`}
                  >
                    Remove passkeys…
                  </Button>
                )}
                {mayChange && isRemovable && (
                  <Button look="quiet" onClick={() => onRemove(member)} aria-label={`Remove ${email}`}>
                    Remove…
                  </Button>
                )}
              </RowActions>
            )}
          </tr>
        );
      })}
    </SettingsTable>
  );
}
