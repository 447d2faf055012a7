/**
 * Reads a piece of one quarantined span: JSON in UTF-8 when it could be decoded, otherwise the bytes as they were sent.
 */
import type { Sql } from '../../postgres/connect.ts';

export interface QuarantinedBytes {
  bytes: Buffer;
  /** Bytes of the whole. */
  total: number;
}

/** Resolves to undefined when there is no such row. Offset and length are in bytes. */
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
