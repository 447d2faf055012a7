/**
 * The queue of traces that have to be checked. Any number of processes may take from it:
 *
 *   due → claimed (for a time, and counted as an attempt) → saved, failed, or given back
 *
 * A process that is killed leaves its claim, which ends by itself.
 */
import type { Sql } from '../../postgres/connect.ts';
import { MAX_EVIDENCE_ATTEMPTS } from '../../rows/evidence.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** Longer than any trace takes. */
const CLAIM_MINUTES = 10;
/** The first wait after a failure; each further one is twice as long. */
const RETRY_SECONDS = 30;

export interface ClaimedTrace extends TraceKey {
  /** The trace as it was when it was claimed. */
  revision: string;
}

/** Traces that may be claimed, those that are due most recently first. */
export async function dueEvidence(sql: Sql, limit: number): Promise<TraceKey[]> {
  return [
    ...(await sql<TraceKey[]>`
      SELECT project_id AS "projectId", encode(trace_id, 'hex') AS "traceId" FROM trace_evidence
      WHERE due_since IS NOT NULL AND retry_at <= now() ORDER BY due_since DESC LIMIT ${limit}`),
  ];
}

/** undefined: another process was faster, or the trace is gone. */
export async function claimEvidence(sql: Sql, { projectId, traceId }: TraceKey): Promise<ClaimedTrace | undefined> {
  const [row] = await sql<{ revision: string; isLeft: boolean }[]>`
    UPDATE trace_evidence SET
      attempts = attempts + 1,
      due_since = CASE WHEN attempts >= ${MAX_EVIDENCE_ATTEMPTS} THEN NULL ELSE due_since END,
      last_error = CASE WHEN attempts >= ${MAX_EVIDENCE_ATTEMPTS} THEN coalesce(last_error, 'the process ended') ELSE last_error END,
      retry_at = now() + ${CLAIM_MINUTES} * interval '1 minute'
    WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex') AND due_since IS NOT NULL AND retry_at <= now()
    RETURNING revision::text AS revision, due_since IS NULL AS "isLeft"`;
  return row && !row.isLeft ? { projectId, traceId, revision: row.revision } : undefined;
}

/** Resolves to whether the trace is left until it changes. */
export async function failEvidence(sql: Sql, { projectId, traceId }: ClaimedTrace, error: string): Promise<boolean> {
  const [row] = await sql<{ isLeft: boolean }[]>`
    UPDATE trace_evidence SET
      last_error = ${error.slice(0, 200)},
      due_since = CASE WHEN attempts >= ${MAX_EVIDENCE_ATTEMPTS} THEN NULL ELSE due_since END,
      retry_at = now() + ${RETRY_SECONDS} * interval '1 second' * (2 ^ least(attempts, 10))
    WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex')
    RETURNING due_since IS NULL AS "isLeft"`;
  return row?.isLeft ?? true;
}

/** A process that stops does not count its attempt. */
export async function releaseEvidence(sql: Sql, { projectId, traceId }: ClaimedTrace): Promise<void> {
  await sql`UPDATE trace_evidence SET attempts = greatest(attempts - 1, 0), retry_at = now()
    WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex') AND due_since IS NOT NULL`;
}

export interface EvidenceBacklog {
  due: number;
  /** Seconds since the oldest of them became due; 0 = none is. */
  oldestSeconds: number;
}

/** More are counted as so many, because counting a long queue would read all of it. */
export const MOST_COUNTED = 100_000;

export async function evidenceBacklog(sql: Sql): Promise<EvidenceBacklog> {
  const [row] = await sql<[EvidenceBacklog]>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM trace_evidence WHERE due_since IS NOT NULL LIMIT ${MOST_COUNTED}) AS waiting) AS due,
      coalesce((SELECT extract(epoch FROM now() - due_since)::float8 FROM trace_evidence
        WHERE due_since IS NOT NULL ORDER BY due_since LIMIT 1), 0) AS "oldestSeconds"`;
  return row;
}
