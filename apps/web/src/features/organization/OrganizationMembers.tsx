'use client';
// The members of the organization and, for its owners, the guests, with their roles.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RoleSelect, useRoleToasts } from '../../components/settings/RoleSelect.tsx';
import { NumberCell, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { ORGANIZATION_ROLE_WORDS } from '../../lib/account/roles.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';

type Member = RouterOutputs['organization']['members'][number];

interface OrganizationMembersProps {
  organization: string;
  isOwner: boolean;
}

export function OrganizationMembers({ organization, isOwner }: OrganizationMembersProps) {
  const members = useQuery(useTRPC().organization.members.queryOptions({ organization }));
  if (members.isError)
    return (
      <ErrorState
        title="The members could not be loaded."
        error={members.error}
        onRetry={() => void members.refetch()}
      />
    );
  const owners = members.data?.filter(({ role }) => role === 'owner').length ?? 0;
  return (
    <Loading pending={members.isPending} skeleton={<Skeleton height="8rem" />}>
      {() => (
        <SettingsTable label="Members" heads={['E-mail', 'Name', 'Role', { number: 'Projects' }]} actions={false}>
          {members.data?.map((member) => (
            <tr key={member.id}>
              <RowHead>
                <PlainText text={member.email} />
                {member.isMe && ' (you)'}
              </RowHead>
              <td>
                <PlainText text={member.name} />
              </td>
              <td>
                {isOwner && (member.role !== 'owner' || owners > 1) ? (
                  <MemberRole organization={organization} member={member} />
                ) : (
                  <Tag>{member.role}</Tag>
                )}
              </td>
              <NumberCell>{member.projects}</NumberCell>
            </tr>
          ))}
        </SettingsTable>
      )}
    </Loading>
  );
}

function MemberRole({ organization, member }: { organization: string; member: Member }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setRole = useMutation(
    trpc.organization.setRole.mutationOptions({
      ...useRoleToasts(member),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.organization.pathKey() }),
    }),
  );
  return (
    <RoleSelect
      email={member.email}
      role={member.role}
      words={ORGANIZATION_ROLE_WORDS}
      saving={setRole.isPending ? setRole.variables.role : undefined}
      onRole={(role) => setRole.mutate({ organization, user: member.id, role })}
    />
  );
}
