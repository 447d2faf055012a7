/** Returns true when a project has any trace. Otherwise its first screen shows how to send one. */
import type { Sql } from '../../postgres/connect.ts';

export async function hasTraces(sql: Sql, projectId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM traces WHERE project_id = ${projectId}) AS found`;
  return row!.found;
}
