/** Says that traces have to be checked again, in the transaction that changes them: maintain/evidence does the work. */
import type { Fragment } from 'postgres';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { MAX_EVIDENCE_ATTEMPTS } from '../rows/evidence.ts';

/** A run is still in progress while batches of it arrive. */
const QUIET_SECONDS = 10;
/** A run that goes on for hours is checked meanwhile. */
const MOST_SECONDS = 300;

/**
 * A trace that one process is checking, or whose last attempt failed, keeps the time of its next attempt. A trace that
 * failed for good gets one more attempt.
 */
const MARK_DUE = `
  INSERT INTO trace_evidence AS stored (project_id, trace_id, due_since, retry_at)
  SELECT $1::uuid, id, now(), now() + ${QUIET_SECONDS} * interval '1 second'
  FROM (SELECT DISTINCT id FROM unnest($2::text::bytea[]) AS given (id) ORDER BY id) AS changed
  ON CONFLICT (project_id, trace_id) DO UPDATE SET
    revision = stored.revision + 1,
    due_since = coalesce(stored.due_since, now()),
    retry_at = CASE WHEN stored.attempts > 0 AND stored.due_since IS NOT NULL THEN stored.retry_at ELSE
      least(excluded.retry_at, coalesce(stored.due_since, now()) + ${MOST_SECONDS} * interval '1 second') END,
    attempts = least(stored.attempts, ${MAX_EVIDENCE_ATTEMPTS - 1})`;

export async function markEvidenceDue(
  sql: TransactionSql,
  projectId: string,
  traceIds: readonly string[],
): Promise<void> {
  if (traceIds.length === 0) return;
  const ids = `{${[...new Set(traceIds)].map((id) => `"\\\\x${id}"`).join(',')}}`;
  await sql.unsafe(MARK_DUE, [projectId, ids], { prepare: true });
}

/**
 * Deletes what was found of traces. First the row that a process locks while it writes what it found, so that nothing
 * is written afterwards.
 */
export async function deleteEvidence(sql: Sql | TransactionSql, projectId: string, condition: Fragment): Promise<void> {
  for (const table of ['trace_evidence', 'trace_checks', 'check_findings', 'call_origins', 'billed_thinking'])
    await sql`DELETE FROM ${sql(table)} WHERE project_id = ${projectId} AND ${condition}`;
}
