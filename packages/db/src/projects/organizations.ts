/** Organizations: their members, and the projects that a member sees. An organization always has an owner. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { rowsOf, type Deletion } from './deletion-request.ts';
import { projectRoles } from './project-roles.ts';

/** `guest`: a member of some of the projects, and not of the organization. */
export type OrganizationRole = 'owner' | 'member' | 'viewer' | 'guest';

export interface Organization {
  id: string;
  name: string;
  role: OrganizationRole;
}

/** The organizations of a user, the oldest first. `id`: only this one. */
export async function organizationsOfUser(
  sql: Sql | TransactionSql,
  { userId, id = null }: { userId: string; id?: string | null },
): Promise<Organization[]> {
  const rows = await sql<Organization[]>`
    SELECT o.id, o.name, coalesce(m.role, 'guest') AS role
    FROM organizations o LEFT JOIN organization_members m ON m.organization_id = o.id AND m.user_id = ${userId}
    WHERE (${id}::uuid IS NULL OR o.id = ${id}) AND (m.user_id IS NOT NULL OR EXISTS (
      SELECT FROM projects p JOIN project_members g ON g.project_id = p.id
      WHERE p.organization_id = o.id AND g.user_id = ${userId}))
    ORDER BY o.created_at, o.id`;
  return rows.map((row) => ({ ...row }));
}

export interface OrganizationProject {
  id: string;
  slug: string;
  name: string;
  createdAt: Date;
  archivedAt: Date | null;
  /** The state of a requested deletion; null when there is none. `total` is null before the rows are counted. */
  deletion: { requestedAt: Date; requestedBy: string; deleted: number; total: number | null } | null;
  /** The user's role; null while the project is being deleted. */
  role: string | null;
}

/** An owner of the organization sees every project; others those in which they have a role, or were an owner. */
export async function organizationProjects(
  sql: Sql | TransactionSql,
  { id, role }: Pick<Organization, 'id' | 'role'>,
  userId: string,
): Promise<OrganizationProject[]> {
  const rows = await sql<(OrganizationProject & { requestedAt: Date | null; state: Deletion | null })[]>`
    SELECT p.id, p.slug, p.name, p.created_at AS "createdAt", p.archived_at AS "archivedAt", r.role,
      p.deletion_requested_at AS "requestedAt", p.deletion AS state
    FROM projects p LEFT JOIN ${projectRoles(sql)} r ON r.project_id = p.id AND r.user_id = ${userId}
    WHERE p.organization_id = ${id} AND (${role === 'owner'} OR r.role IS NOT NULL OR (
      p.deletion_requested_at IS NOT NULL AND EXISTS (
        SELECT FROM project_members m WHERE m.project_id = p.id AND m.user_id = ${userId} AND m.role = 'owner')))
    ORDER BY p.created_at, p.id`;
  return rows.map(({ requestedAt, state, ...project }) => ({
    ...project,
    deletion: requestedAt && state ? progressOf(requestedAt, state) : null,
  }));
}

const progressOf = (requestedAt: Date, { requestedBy, deleted, total }: Deletion) => ({
  ...{ requestedAt, requestedBy: requestedBy.email, deleted: rowsOf(deleted) },
  total: total ? rowsOf(total) : null,
});

export interface OrganizationMember {
  id: string;
  name: string;
  email: string;
  role: OrganizationRole;
  /** The number of projects that the user is a member of. */
  projects: number;
}

/** The members of an organization and, with `guests`, the members of its projects. */
export async function organizationMembers(
  sql: Sql | TransactionSql,
  { id, guests }: { id: string; guests: boolean },
): Promise<OrganizationMember[]> {
  const rows = await sql<OrganizationMember[]>`
    SELECT u.id, u.name, u.email, coalesce(m.role, 'guest') AS role, (
      SELECT count(*)::int FROM ${projectRoles(sql)} r JOIN projects p ON p.id = r.project_id
      WHERE p.organization_id = ${id} AND r.user_id = u.id) AS projects
    FROM users u LEFT JOIN organization_members m ON m.organization_id = ${id} AND m.user_id = u.id
    WHERE m.user_id IS NOT NULL OR (${guests} AND EXISTS (
      SELECT FROM projects p JOIN project_members g ON g.project_id = p.id
      WHERE p.organization_id = ${id} AND g.user_id = u.id))
    ORDER BY array_position(ARRAY['owner', 'member', 'viewer'], m.role), u.email`;
  return rows.map((row) => ({ ...row }));
}

export async function renameOrganization(sql: Sql | TransactionSql, id: string, name: string): Promise<void> {
  await sql`UPDATE organizations SET name = ${name} WHERE id = ${id}`;
}

export interface RoleChange {
  organizationId: string;
  userId: string;
  role: OrganizationRole;
  /** Id of the owner who changes the role. */
  by: string;
}

/**
 * Changes a role; `guest` ends the membership of the organization. API keys that the user holds in projects that they
 * can no longer open go to the owner who changes the role, so that no former member is responsible for a key. One
 * change at a time, so that two owners cannot both leave.
 */
export async function changeOrganizationRole(
  sql: Sql | TransactionSql,
  { organizationId, userId, role, by }: RoleChange,
): Promise<'done' | 'no member' | 'last owner'> {
  await sql`SELECT FROM organizations WHERE id = ${organizationId} FOR UPDATE`;
  const members = await organizationMembers(sql, { id: organizationId, guests: true });
  const member = members.find(({ id }) => id === userId);
  if (!member) return 'no member';
  const otherOwners = members.filter((each) => each.role === 'owner' && each.id !== userId);
  if (member.role === 'owner' && role !== 'owner' && otherOwners.length === 0) return 'last owner';
  if (role === 'guest')
    await sql`DELETE FROM organization_members WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  else
    await sql`
      INSERT INTO organization_members (organization_id, user_id, role) VALUES (${organizationId}, ${userId}, ${role})
      ON CONFLICT (organization_id, user_id) DO UPDATE SET role = EXCLUDED.role`;
  const heir = by === userId ? otherOwners[0]?.id : by;
  if (heir !== undefined)
    await sql`
      UPDATE api_keys SET handed_over_to = ${heir}
      WHERE coalesce(handed_over_to, created_by) = ${userId} AND revoked_at IS NULL
        AND project_id IN (SELECT id FROM projects WHERE organization_id = ${organizationId})
        AND NOT EXISTS (SELECT FROM ${projectRoles(sql)} r WHERE r.project_id = api_keys.project_id AND r.user_id = ${userId})`;
  return 'done';
}
