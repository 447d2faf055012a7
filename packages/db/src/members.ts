/** Who may see a project, and as what. A project always has an owner. */
import type { TransactionSql } from 'postgres';
import type { Sql } from './connect.ts';

export interface MemberKey {
  projectId: string;
  userId: string;
}

/** Why nothing was changed. */
export type Refusal = 'no member' | 'last owner';

/** What changes the members of a project happens one after the other, so that two owners cannot both go at the same time. */
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

/** Keys and views that they made stay; their links to traces and their invitations show nothing from then on. */
export async function removeMember(sql: Sql, { projectId, userId }: MemberKey): Promise<Refusal | 'done'> {
  return oneByOne(sql, projectId, async (transaction) => {
    const refusal = await refusalOf(transaction, { projectId, userId }, false);
    if (refusal) return refusal;
    await transaction`DELETE FROM project_members WHERE project_id = ${projectId} AND user_id = ${userId}`;
    return 'done';
  });
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
