/** Members of a project and their roles. A project always has an owner. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { projectRoles } from './project-roles.ts';

export interface MemberKey {
  projectId: string;
  userId: string;
}

export interface ProjectMember {
  id: string;
  name: string;
  email: string;
  role: string;
  /** The organization decides the role, so it cannot be changed in the project. */
  isByOrganization: boolean;
  hasSecondFactor: boolean;
  hasPasskeys: boolean;
  /** False for an owner of the organization who has no membership of the project. */
  isRemovable: boolean;
  since: Date;
  /** To 10 minutes (apps/web, sign-in/auth.ts); null = never. */
  lastSeen: Date | null;
}

/** As many as a table shows; a project has a handful. */
const MAX_MEMBERS = 500;

/** Everyone with a role in the project, the oldest membership first. */
export async function projectMembers(sql: Sql, projectId: string): Promise<ProjectMember[]> {
  const rows = await sql<ProjectMember[]>`
    SELECT u.id, u.name, u.email, r.role, coalesce(o.role IN ('owner', 'viewer') AND o.role = r.role, false) AS "isByOrganization",
      u.two_factor_enabled AS "hasSecondFactor",
      EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS "hasPasskeys", m.user_id IS NOT NULL AS "isRemovable", coalesce(m.created_at, o.created_at) AS since,
      (SELECT max(s.updated_at) FROM sessions s WHERE s.user_id = u.id) AS "lastSeen"
    FROM ${projectRoles(sql)} r
    JOIN projects p ON p.id = r.project_id
    JOIN users u ON u.id = r.user_id
    LEFT JOIN project_members m ON m.project_id = r.project_id AND m.user_id = r.user_id
    LEFT JOIN organization_members o ON o.organization_id = p.organization_id AND o.user_id = r.user_id
    WHERE r.project_id = ${projectId} ORDER BY since, u.email LIMIT ${MAX_MEMBERS}`;
  return rows.map((row) => ({ ...row }));
}

/** Why nothing was changed. */
export type Refusal = 'no member' | 'last owner';

/** Serializes changes to the members of a project, so that two owners cannot both leave at the same time. */
export function oneByOne<Done>(
  sql: Sql,
  projectId: string,
  change: (transaction: TransactionSql) => Promise<Done>,
): Promise<Done> {
  return sql.begin(async (transaction) => {
    await transaction`SELECT FROM projects WHERE id = ${projectId} FOR UPDATE`;
    return change(transaction);
  }) as Promise<Done>;
}

export async function changeRole(
  sql: Sql,
  { projectId, userId, role }: MemberKey & { role: string },
): Promise<Refusal | 'done'> {
  return oneByOne(sql, projectId, async (transaction) => {
    const refusal = await refusalOf(transaction, { projectId, userId }, role === 'owner');
    if (refusal) return refusal;
    await transaction`UPDATE project_members SET role = ${role} WHERE project_id = ${projectId} AND user_id = ${userId}`;
    return 'done';
  });
}

/** What happens to the API keys of a removed member: they stop working, or another owner takes them over. */
export type KeyDecision = { action: 'revoke' } | { action: 'hand-over'; ownerId: string };

/**
 * `keys undecided`: the member has working keys, and no decision was given. `no such owner`: keys can only go to
 * another owner of the project.
 */
export type RemovalRefusal = Refusal | 'keys undecided' | 'no such owner';

/**
 * Ends the membership and settles the member's keys in the same transaction, so that no former member holds a working
 * key. Saved views stay; the member's share links and invitations stop working.
 */
export async function removeMember(
  sql: Sql,
  member: MemberKey,
  decision?: KeyDecision,
): Promise<RemovalRefusal | 'done'> {
  return oneByOne(sql, member.projectId, async (transaction) => {
    const refusal = (await refusalOf(transaction, member, false)) ?? (await settleKeys(transaction, member, decision));
    if (refusal) return refusal;
    await transaction`DELETE FROM project_members WHERE project_id = ${member.projectId} AND user_id = ${member.userId}`;
    return 'done';
  });
}

async function settleKeys(
  transaction: TransactionSql,
  { projectId, userId }: MemberKey,
  decision: KeyDecision | undefined,
): Promise<RemovalRefusal | undefined> {
  const theirKeys = transaction`
    project_id = ${projectId} AND coalesce(handed_over_to, created_by) = ${userId} AND revoked_at IS NULL`;
  switch (decision?.action) {
    case 'revoke':
      await transaction`UPDATE api_keys SET revoked_at = now() WHERE ${theirKeys}`;
      return undefined;
    case 'hand-over': {
      const owners = await transaction`
        SELECT FROM ${projectRoles(transaction)} r
        WHERE project_id = ${projectId} AND user_id = ${decision.ownerId} AND user_id <> ${userId} AND role = 'owner'`;
      if (owners.length === 0) return 'no such owner';
      await transaction`UPDATE api_keys SET handed_over_to = ${decision.ownerId} WHERE ${theirKeys}`;
      return undefined;
    }
    case undefined: {
      const keys = await transaction`SELECT FROM api_keys WHERE ${theirKeys} LIMIT 1`;
      return keys.length > 0 ? 'keys undecided' : undefined;
    }
  }
}

async function refusalOf(
  transaction: TransactionSql,
  { projectId, userId }: MemberKey,
  staysOwner: boolean,
): Promise<Refusal | undefined> {
  const [member] = await transaction<{ isOwner: boolean; others: number }[]>`
    SELECT role = 'owner' AS "isOwner", (
      SELECT count(*)::int FROM ${projectRoles(transaction)} r WHERE project_id = ${projectId} AND user_id <> ${userId} AND role = 'owner') AS others
    FROM project_members WHERE project_id = ${projectId} AND user_id = ${userId}`;
  if (!member) return 'no member';
  return member.isOwner && !staysOwner && member.others === 0 ? 'last owner' : undefined;
}
