// Gives a user the roles of their groups, at each sign-in by the provider, in the projects that the mapping names.
// Memberships of other projects stay as they are.
import { changeRole, inTransaction, recordAudit, removeMember, type AuditActor, type Sql } from '@subtext/db';
import type { AuditAction } from '../../../lib/account/audit-actions.ts';
import { ROLES, type Role } from '../../../lib/account/roles.ts';
import type { GroupRole } from './settings.ts';

const WEAKEST: Role = 'analyst';

/** The strongest role of the user's groups in each named project; undefined = none of them gives one. */
export function rolesOf(groups: readonly string[], mapping: readonly GroupRole[]): Map<string, Role | undefined> {
  const roles = new Map<string, Role | undefined>(mapping.map(({ project }) => [project, undefined]));
  const given = mapping.filter(({ group }) => groups.includes(group));
  // From the weakest to the strongest.
  for (const role of ROLES.toReversed())
    for (const each of given) if (each.role === role) roles.set(each.project, role);
  return roles;
}

interface Member {
  projectId: string;
  role: string | null;
}

/** Every change is in the audit log of its project. */
export async function applyGroupRoles(
  sql: Sql,
  actor: AuditActor,
  roles: ReadonlyMap<string, Role | undefined>,
): Promise<void> {
  for (const [slug, role] of roles) {
    await inTransaction(sql, async (transaction) => {
      const [member] = await transaction<Member[]>`
        SELECT p.id AS "projectId", m.role FROM projects p
        LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = ${actor.id} WHERE p.slug = ${slug}`;
      if (!member || (member.role ?? undefined) === role) return;
      const now = await change(transaction, { ...member, userId: actor.id }, role);
      const action: AuditAction = now === undefined ? 'members.remove' : 'members.setRole';
      if (now === (member.role ?? undefined)) return;
      const values = { before: { role: member.role }, after: { role: now ?? null, by: 'groups' } };
      await recordAudit(transaction, { projectId: member.projectId, actor, action, target: actor.email, ...values });
    });
  }
}

type Changed = Member & { userId: string };

/** Resolves to the role that the user has now: the last owner stays owner. */
async function change(sql: Sql, { projectId, userId, role }: Changed, wanted: Role | undefined) {
  if (role === null) {
    await sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${projectId}, ${userId}, ${wanted!})`;
    return wanted;
  }
  if (wanted !== undefined)
    return (await changeRole(sql, { projectId, userId, role: wanted })) === 'done' ? wanted : role;
  const removed = await removeMember(sql, { projectId, userId });
  if (removed === 'done') return undefined;
  if (removed !== 'keys undecided') return role;
  // Only an owner can decide about the keys of a former member.
  await changeRole(sql, { projectId, userId, role: WEAKEST });
  return WEAKEST;
}
