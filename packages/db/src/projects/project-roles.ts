/**
 * The rule of access, in one place: the role that each user has in each project.
 *
 * - An owner of the organization is an owner of each of its projects.
 * - Everyone else has the role of their membership in the project.
 * - A viewer of the organization can never do more than view; an analyst of a project stays one.
 * - Nobody has a role in a project whose deletion was requested.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';

/** A subquery with the columns project_id, user_id and role. */
export const projectRoles = (sql: Sql | TransactionSql) => sql`(
  SELECT m.project_id, m.user_id, CASE
      WHEN o.role = 'owner' OR o.role = 'viewer' AND m.role <> 'analyst' THEN o.role ELSE m.role END AS role
  FROM project_members m
  JOIN projects p ON p.id = m.project_id
  LEFT JOIN organization_members o ON o.organization_id = p.organization_id AND o.user_id = m.user_id
  WHERE p.deletion_requested_at IS NULL
  UNION ALL
  SELECT p.id, o.user_id, o.role
  FROM organization_members o
  JOIN projects p ON p.organization_id = o.organization_id
  WHERE o.role = 'owner' AND p.deletion_requested_at IS NULL
    AND NOT EXISTS (SELECT FROM project_members m WHERE m.project_id = p.id AND m.user_id = o.user_id))`;

export interface UserProject {
  id: string;
  slug: string;
  name: string;
  organizationId: string;
  /** It takes no telemetry and no changes. */
  isArchived: boolean;
  role: string;
}

/** The projects of a user with the role in each, the oldest first. `slug`: only the project with this slug. */
export async function projectsOfUser(
  sql: Sql | TransactionSql,
  { userId, slug = null }: { userId: string; slug?: string | null },
): Promise<UserProject[]> {
  const rows = await sql<UserProject[]>`
    SELECT p.id, p.slug, p.name, p.organization_id AS "organizationId", p.archived_at IS NOT NULL AS "isArchived", r.role
    FROM ${projectRoles(sql)} r JOIN projects p ON p.id = r.project_id
    WHERE r.user_id = ${userId} AND (${slug}::text IS NULL OR p.slug = ${slug})
    ORDER BY p.created_at, p.id`;
  return rows.map((row) => ({ ...row }));
}
