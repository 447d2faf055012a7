/** Members of a project and their roles. A project always has an owner. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { projectRoles } from './project-roles.ts';

export interface MemberKey {
  projectId: string;
  userId: string;
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
      SELECT count(*)::int FROM project_members WHERE project_id = ${projectId} AND user_id <> ${userId} AND role = 'owner') AS others
    FROM project_members WHERE project_id = ${projectId} AND user_id = ${userId}`;
  if (!member) return 'no member';
  return member.isOwner && !staysOwner && member.others === 0 ? 'last owner' : undefined;
}
