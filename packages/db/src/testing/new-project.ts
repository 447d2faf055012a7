/** For tests that share a database: each has a project of its own. */
import type { Sql } from '../connect.ts';
import { ensureProject } from '../projects.ts';

let projects = 0;

/** Its id. */
export async function newProject(sql: Sql): Promise<string> {
  projects += 1;
  return (await ensureProject(sql, { slug: `p${projects}`, name: 'P' })).id;
}
