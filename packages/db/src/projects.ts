/** Projects: everything that is stored belongs to one. */
import type { Sql } from './connect.ts';

export interface Project {
  id: string;
  slug: string;
  name: string;
}

/** The project with this slug, made when there is none; its name stays as it was. Safe when called at once by several. */
export async function ensureProject(sql: Sql, project: { slug: string; name: string }): Promise<Project> {
  await sql`INSERT INTO projects (slug, name) VALUES (${project.slug}, ${project.name}) ON CONFLICT (slug) DO NOTHING`;
  const [row] = await sql<Project[]>`SELECT id, slug, name FROM projects WHERE slug = ${project.slug}`;
  return { ...row! };
}
