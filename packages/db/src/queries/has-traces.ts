/** Whether anything was ever stored for a project: the first screen depends on it. */
import type { Sql } from '../connect.ts';

export async function hasTraces(sql: Sql, projectId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM traces WHERE project_id = ${projectId}) AS found`;
  return row!.found;
}
