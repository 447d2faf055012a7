/**
 * A piece of what was kept of one span in quarantine: JSON in UTF-8 where it could be decoded, else whatever was sent.
 */
import type { Sql } from '../connect.ts';

export interface QuarantinedBytes {
  bytes: Buffer;
  /** Of the whole. */
  total: number;
}

/** undefined when there is no such row. Offset and length in bytes. */
export async function quarantineBytes(
  sql: Sql,
  { projectId, id }: { projectId: string; id: string },
  { offset, length }: { offset: number; length: number },
): Promise<QuarantinedBytes | undefined> {
  const [row] = await sql<QuarantinedBytes[]>`
    SELECT substring(body FROM ${offset + 1}::int FOR ${length}::int) AS bytes, octet_length(body) AS total
    FROM quarantine WHERE project_id = ${projectId} AND id = ${id}`;
  return row;
}
