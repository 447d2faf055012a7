/** Projects. Everything that is stored belongs to one, and each belongs to an organization. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';

export interface Project {
  id: string;
  slug: string;
  name: string;
}

/** The organization that comes with the first project. Its id is fixed, so that concurrent starts create one. */
export const FIRST_ORGANIZATION = { id: '00000000-0000-4000-8000-000000000001', name: 'My organization' };

const FIRST_PROJECT = { slug: 'default', name: 'Default' };

export async function ensureFirstOrganization(sql: Sql): Promise<void> {
  const { id, name } = FIRST_ORGANIZATION;
  await sql`INSERT INTO organizations (id, name) VALUES (${id}, ${name}) ON CONFLICT (id) DO NOTHING`;
}

/**
 * Returns the project with this slug, and creates it in the first organization when there is none. The name of an
 * existing project does not change. Safe to call concurrently.
 */
export async function ensureProject(sql: Sql, project: { slug: string; name: string }): Promise<Project> {
  await ensureFirstOrganization(sql);
  await sql`
    INSERT INTO projects (slug, name, organization_id) VALUES (${project.slug}, ${project.name}, ${FIRST_ORGANIZATION.id})
    ON CONFLICT (slug) DO NOTHING`;
  const [row] = await sql<Project[]>`SELECT id, slug, name FROM projects WHERE slug = ${project.slug}`;
  return { ...row! };
}

/**
 * Returns the project of a client that names none: the oldest one of the first organization, an archived one only when
 * there is no other. Creates the first one where there is none. A deleted project does not come back.
 */
export async function ensureFirstProject(sql: Sql): Promise<Project> {
  const [row] = await sql<Project[]>`
    SELECT id, slug, name FROM projects
    WHERE organization_id = ${FIRST_ORGANIZATION.id} AND deletion_requested_at IS NULL
    ORDER BY archived_at IS NOT NULL, created_at, id LIMIT 1`;
  if (row) return { ...row };
  // The slug of a project that is being deleted stays taken.
  for (let number = 1; ; number++) {
    const { name, slug } = FIRST_PROJECT;
    const project = await ensureProject(sql, { name, slug: numbered(slug, number) });
    const isThere = await sql`SELECT FROM projects WHERE id = ${project.id} AND deletion_requested_at IS NULL`;
    if (isThere.length > 0) return project;
  }
}

/** `shop`, `shop-2`, `shop-3`, … */
const numbered = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`);

export interface NewProject {
  organizationId: string;
  name: string;
  /** Id of the user who becomes its owner. */
  createdBy: string;
}

/** As many projects may share a name. */
const SLUG_TRIES = 1_000;
const MAX_SLUG = 48;

/** The part of a project's address that its name gives: lowercase letters, digits and hyphens. */
export function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = ascii.replaceAll(/[^a-z0-9]+/g, '-').slice(0, MAX_SLUG);
  return slug.replaceAll(/^-+|-+$/g, '') || 'project';
}

/**
 * Creates a project with a slug of its own. The slug never changes, and stays taken until the last row of a deleted
 * project is gone, so that a link never leads into another project.
 */
export async function createProject(sql: Sql | TransactionSql, project: NewProject): Promise<Project> {
  const { organizationId, name, createdBy } = project;
  for (let number = 1; number <= SLUG_TRIES; number++) {
    const slug = numbered(slugOf(name), number);
    const [row] = await sql<Project[]>`
      INSERT INTO projects (slug, name, organization_id) VALUES (${slug}, ${name}, ${organizationId})
      ON CONFLICT (slug) DO NOTHING RETURNING id, slug, name`;
    if (!row) continue;
    await sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${row.id}, ${createdBy}, 'owner')`;
    return { ...row };
  }
  throw new Error(`${SLUG_TRIES} projects are called ${slugOf(name)}.`);
}

export async function renameProject(sql: Sql | TransactionSql, id: string, name: string): Promise<void> {
  await sql`UPDATE projects SET name = ${name} WHERE id = ${id}`;
}

/** Resolves to false when the project was archived, or restored, already. */
export async function archiveProject(sql: Sql | TransactionSql, id: string, isArchived: boolean): Promise<boolean> {
  const { count } = await sql`
    UPDATE projects SET archived_at = CASE WHEN ${isArchived} THEN statement_timestamp() END
    WHERE id = ${id} AND (archived_at IS NOT NULL) <> ${isArchived}`;
  return count === 1;
}
