/**
 * The request to delete a whole project. From then on the project has no roles and its keys open nothing; its rows are
 * deleted in the background (maintain/project-deletion.ts).
 */
import type { Sql } from '../postgres/connect.ts';
import { OnHold } from '../rows/legal-holds.ts';
import type { AuditActor } from './audit-log.ts';

/** The state of a deletion, stored with its project. Rows are counted by table. */
export interface Deletion {
  requestedBy: AuditActor;
  /** The rows that there were when the deletion began; undefined before. */
  total?: Record<string, number>;
  deleted: Record<string, number>;
}

/** Resolves to false when the deletion was requested already. Rejects with OnHold while the project has a legal hold. */
export function requestDeletion(
  sql: Sql,
  { projectId, requestedBy }: { projectId: string; requestedBy: AuditActor },
): Promise<boolean> {
  const deletion: Deletion = { requestedBy, deleted: {} };
  return sql.begin(async (transaction) => {
    // Locks the project first, as placing a hold does, so that neither overlooks the other.
    const { count } = await transaction`
      UPDATE projects SET deletion_requested_at = now(), deletion = ${JSON.stringify(deletion)}::text::jsonb
      WHERE id = ${projectId} AND deletion_requested_at IS NULL`;
    const [hold] = await transaction`
      SELECT FROM legal_holds WHERE project_id = ${projectId} AND lifted_at IS NULL LIMIT 1`;
    if (hold) throw new OnHold(PROJECT_ON_HOLD);
    return count === 1;
  });
}

const PROJECT_ON_HOLD =
  'This project has a legal hold, so it cannot be deleted. Lift the hold under Settings, Data first.';

/** The rows of all tables together. */
export const rowsOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
