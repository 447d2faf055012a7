/** For tests that share a database: each gets its own project. */
import type { Sql } from '../postgres/connect.ts';
import { ensureProject } from '../projects/projects.ts';

let projects = 0;

/** Returns the new project's id. */
export async function newProject(sql: Sql): Promise<string> {
  projects += 1;
  return (await ensureProject(sql, { slug: `p${projects}`, name: 'P' })).id;
}
