/** The ids of a project's traces that begin with some hex digits, by the primary key. */
import type { Sql } from '../../postgres/connect.ts';

const ID_DIGITS = 32;

/** `beginning`: 1 to 32 lowercase hex digits. */
export async function traceIdsBeginning(
  sql: Sql,
  { projectId, beginning, limit }: { projectId: string; beginning: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select encode(trace_id, 'hex') as id from traces
    where project_id = ${projectId} and trace_id >= decode(${beginning.padEnd(ID_DIGITS, '0')}, 'hex')
      and trace_id <= decode(${beginning.padEnd(ID_DIGITS, 'f')}, 'hex')
    order by trace_id limit ${limit}`;
  return rows.map(({ id }) => id);
}
