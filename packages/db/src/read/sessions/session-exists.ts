/** Returns true when any trace of a project has a session. */
import type { Sql } from '../../postgres/connect.ts';

export async function hasSessions(sql: Sql, projectId: string): Promise<boolean> {
  const rows = await sql`select from traces where project_id = ${projectId} and session_id is not null limit 1`;
  return rows.length > 0;
}
