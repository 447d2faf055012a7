'use client';
// The members of the organization and, for its owners, the guests, with their roles.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NumberCell, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { ORGANIZATION_ROLES, ORGANIZATION_ROLE_WORDS } from '../../lib/account/roles.ts';
import { useRouter } from '../../lib/address/address-state.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import styles from './organization.module.css';

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
                  <RoleSelect organization={organization} member={member} />
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

function RoleSelect({ organization, member }: { organization: string; member: Member }) {
  const { id, email, role, isMe } = member;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const setRole = useMutation(
    trpc.organization.setRole.mutationOptions({
      onSuccess: (_, { role: next }) => {
        toast('Role changed.', `${email} is ${next} now.`);
        // The server decides what the page offers to a role.
        if (isMe) router.refresh();
      },
      onError: (error) => toast('The role was not changed.', error.message),
      onSettled: () => queryClient.invalidateQueries(trpc.organization.pathFilter()),
    }),
  );
  return (
    <select
      className={styles.select}
      aria-label={`Role of ${email}`}
      value={setRole.isPending ? setRole.variables.role : role}
      disabled={setRole.isPending}
      onChange={(event) => setRole.mutate({ organization, user: id, role: event.target.value as typeof role })}
    >
      {ORGANIZATION_ROLES.map((each) => (
        <option key={each} value={each} title={ORGANIZATION_ROLE_WORDS[each]}>
          {each}
        </option>
      ))}
    </select>
  );
}
