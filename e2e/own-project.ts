// A project of its own for a journey that stores much or strange things, so that no other journey meets them.
import { randomBytes } from 'node:crypto';
import { connect, createApiKey, ensureProject } from '@subtext/db';
import type { SystemFacts } from './running-system.ts';

export interface OwnProject {
  /** `/p/journey-1f3a9c` */
  path: string;
  ingestUrl: string;
  ingestKey: string;
  organizationId: string;
}

/** An organization without members: in its projects, everybody has just the role of their membership. */
const ORGANIZATION = { id: '00000000-0000-4000-8000-0000000000e2', name: 'Journeys' };

/** The owners of the first project are its members. Users whom other journeys made are not. */
export async function openProject(
  { webEnv, ingestUrl }: SystemFacts,
  { name = 'Journey', role = 'owner' } = {},
): Promise<OwnProject> {
  const sql = connect(webEnv.DATABASE_URL!, { max: 1, applicationName: 'subtext journeys' });
  try {
    await sql`INSERT INTO organizations ${sql(ORGANIZATION)} ON CONFLICT (id) DO NOTHING`;
    const slug = `journey-${randomBytes(3).toString('hex')}`;
    const [{ id }] = await sql<[{ id: string }]>`
      INSERT INTO projects (slug, name, organization_id) VALUES (${slug}, ${name}, ${ORGANIZATION.id}) RETURNING id`;
    await sql`
      INSERT INTO project_members (project_id, user_id, role)
      SELECT ${id}::uuid, user_id, ${role} FROM (
        SELECT user_id FROM project_members JOIN projects ON projects.id = project_id
        WHERE projects.slug = 'default' AND role = 'owner'
        UNION SELECT user_id FROM organization_members WHERE role = 'owner') AS owners`;
    const { key } = await createApiKey(sql, { projectId: id, name, scopes: ['ingest'] });
    return { path: `/p/${slug}`, ingestUrl, ingestKey: key, organizationId: ORGANIZATION.id };
  } finally {
    await sql.end();
  }
}

/** A user of a journey; without a project, a viewer of the first one. Resolves to the address. */
export async function createMember(
  { webEnv }: SystemFacts,
  { slug = 'default', role = 'viewer' } = {},
): Promise<string> {
  const sql = connect(webEnv.DATABASE_URL!, { max: 1, applicationName: 'subtext journeys' });
  const id = `journey-${randomBytes(3).toString('hex')}`;
  const email = `${id}@example.test`;
  try {
    const project = await ensureProject(sql, { slug, name: 'Default' });
    await sql`INSERT INTO users (id, name, email, email_verified) VALUES (${id}, 'Journey', ${email}, true)`;
    await sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${project.id}, ${id}, ${role})`;
    return email;
  } finally {
    await sql.end();
  }
}

/** For the read API, of the first project by default. */
export async function createReadKey({ webEnv }: SystemFacts, slug = 'default'): Promise<string> {
  const sql = connect(webEnv.DATABASE_URL!, { max: 1, applicationName: 'subtext journeys' });
  try {
    const { id } = await ensureProject(sql, { slug, name: 'Default' });
    return (await createApiKey(sql, { projectId: id, name: 'Journey', scopes: ['read'] })).key;
  } finally {
    await sql.end();
  }
}
