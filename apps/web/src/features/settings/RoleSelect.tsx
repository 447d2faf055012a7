'use client';
// A member's role, changed by selecting another one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '../../lib/address/address-state.ts';
import { ROLES, ROLE_WORDS, type Role } from '../../lib/account/roles.ts';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { Member } from './member-row.ts';
import styles from './members.module.css';

export function RoleSelect({ project, member: { id, email, role, isMe } }: { project: string; member: Member }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const setRole = useMutation(
    trpc.members.setRole.mutationOptions({
      onSuccess: (_, { role: next }) => {
        toast('Role changed.', `${email} is ${next} now.`);
        // The server decides what the page offers to a role.
        if (isMe) router.refresh();
      },
      onError: (error) => toast('The role was not changed.', error.message),
      onSettled: () => queryClient.invalidateQueries(trpc.members.list.queryFilter()),
    }),
  );
  const known = (ROLES as readonly string[]).includes(role);
  return (
    <select
      className={styles.select}
      aria-label={`Role of ${email}`}
      value={setRole.isPending ? setRole.variables.role : role}
      disabled={setRole.isPending}
      onChange={(event) => setRole.mutate({ project, user: id, role: event.target.value as Role })}
    >
      {!known && <option value={role}>{role}</option>}
      {ROLES.map((each) => (
        <option key={each} value={each} title={ROLE_WORDS[each]}>
          {each}
        </option>
      ))}
    </select>
  );
}
