'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RoleSelect, useRoleToasts } from '../../components/settings/RoleSelect.tsx';
import { ROLE_WORDS } from '../../lib/account/roles.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { Member } from './member-row.ts';

export function MemberRole({ project, member }: { project: string; member: Member }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setRole = useMutation(
    trpc.members.setRole.mutationOptions({
      ...useRoleToasts(member),
      onSettled: () => queryClient.invalidateQueries(trpc.members.list.queryFilter()),
    }),
  );
  return (
    <RoleSelect
      email={member.email}
      role={member.role}
      words={ROLE_WORDS}
      saving={setRole.isPending ? setRole.variables.role : undefined}
      onRole={(role) => setRole.mutate({ project, user: member.id, role })}
    />
  );
}
