'use client';
// A member's role in a project or an organization, changed by selecting another one.
import { useRouter } from '../../lib/address/address-state.ts';
import { toast } from '../../lib/toast.ts';
import styles from './RoleSelect.module.css';

interface RoleSelectProps<Role extends string> {
  email: string;
  role: string;
  /** The roles that can be assigned, with what each may do. */
  words: Readonly<Record<Role, string>>;
  /** The role that is being saved. */
  saving: Role | undefined;
  onRole: (role: Role) => void;
}

export function RoleSelect<Role extends string>({ email, role, words, saving, onRole }: RoleSelectProps<Role>) {
  const roles = Object.keys(words) as Role[];
  const known = (roles as readonly string[]).includes(role);
  return (
    <select
      className={styles.select}
      aria-label={`Role of ${email}`}
      value={saving ?? role}
      disabled={saving !== undefined}
      onChange={(event) => onRole(event.target.value as Role)}
    >
      {!known && <option value={role}>{role}</option>}
      {roles.map((each) => (
        <option key={each} value={each} title={words[each]}>
          {each}
        </option>
      ))}
    </select>
  );
}

/** Says how the change of a role went. */
export function useRoleToasts({ email, isMe }: { email: string; isMe: boolean }) {
  const router = useRouter();
  return {
    onSuccess: (_: unknown, { role }: { role: string }) => {
      toast('Role changed.', `${email} is ${role} now.`);
      // The server decides what the page offers to a role.
      if (isMe) router.refresh();
    },
    onError: (error: { message: string }) => toast('The role was not changed.', error.message),
  };
}
