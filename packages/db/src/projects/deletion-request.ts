/**
 * The request to delete a whole project. From then on the project has no roles and its keys open nothing; its rows are
 * deleted in the background (maintain/project-deletion.ts).
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import type { AuditActor } from './audit-log.ts';

/** The state of a deletion, stored with its project. Rows are counted by table. */
export interface Deletion {
  requestedBy: AuditActor;
  /** The rows that there were when the deletion began; undefined before. */
  total?: Record<string, number>;
  deleted: Record<string, number>;
}

/** Resolves to false when the deletion was requested already. */
export async function requestDeletion(
  sql: Sql | TransactionSql,
  { projectId, requestedBy }: { projectId: string; requestedBy: AuditActor },
): Promise<boolean> {
  const deletion: Deletion = { requestedBy, deleted: {} };
  const { count } = await sql`
    UPDATE projects SET deletion_requested_at = now(), deletion = ${JSON.stringify(deletion)}::text::jsonb
    WHERE id = ${projectId} AND deletion_requested_at IS NULL`;
  return count === 1;
}

/** The rows of all tables together. */
export const rowsOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
