/** Projects. Everything that is stored belongs to one. */
import type { Sql } from '../postgres/connect.ts';

export interface Project {
  id: string;
  slug: string;
  name: string;
}

/**
 * Returns the project with this slug, and creates it when there is none. The name of an existing project does not
 * change. Safe to call concurrently.
 */
export async function ensureProject(sql: Sql, project: { slug: string; name: string }): Promise<Project> {
  await sql`INSERT INTO projects (slug, name) VALUES (${project.slug}, ${project.name}) ON CONFLICT (slug) DO NOTHING`;
  const [row] = await sql<Project[]>`SELECT id, slug, name FROM projects WHERE slug = ${project.slug}`;
  return { ...row! };
}
