/**
 * Requests to delete the traces that match a condition, and their receipts. maintain/trace-deletion.ts does the work in
 * the background.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { isHeld, type HoldKind } from '../rows/legal-holds.ts';
import type { AuditActor } from './audit-log.ts';
import { isToDelete, type DeletionCondition } from './deletion-condition.ts';

export type TraceDeletionState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped';

/** By kind: traces, spans, calls, thoughts, payloads, scores, shareLinks, quarantined. Absent = none. */
export type DeletionCounts = Readonly<Record<string, number>>;

export interface KeptByHold {
  id: string;
  kind: HoldKind;
  value: string | null;
  reason: string;
  traces: number;
}

export interface TraceDeletion {
  id: string;
  projectId: string;
  requestedAt: Date;
  requestedBy: AuditActor;
  condition: DeletionCondition;
  state: TraceDeletionState;
  /** Why it failed. */
  reason: string | null;
  isStopRequested: boolean;
  /** All matching traces were found, so `foreseen` is complete. */
  isCollected: boolean;
  foreseen: DeletionCounts;
  deleted: DeletionCounts;
  /** null until the end, as `remaining` and `digest`. */
  held: readonly KeptByHold[] | null;
  /** Traces that were gone, or no longer matched, when it was their turn. */
  changed: number;
  /** Traces that matched at the end and no hold covers, such as those that arrived since. */
  remaining: number | null;
  /** SHA-256 in hex digits, over the ids of the deleted traces in hex digits, sorted, each with a line feed. */
  digest: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** A project has at most this many unfinished deletions. */
export const MAX_OPEN_DELETIONS = 20;

interface NewDeletion {
  projectId: string;
  condition: DeletionCondition;
  requestedBy: AuditActor;
}

/** Resolves to the id; undefined when the project has MAX_OPEN_DELETIONS. */
export async function requestTraceDeletion(
  sql: Sql,
  { projectId, condition, requestedBy }: NewDeletion,
): Promise<string | undefined> {
  return sql.begin(async (transaction) => {
    // Serializes requests within a project, so that the count is reliable.
    await transaction`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`;
    const [row] = await transaction<{ id: string }[]>`
      INSERT INTO deletions (project_id, condition, requested_by)
      SELECT ${projectId}, ${JSON.stringify(condition)}::text::jsonb, ${JSON.stringify(requestedBy)}::text::jsonb
      WHERE (SELECT count(*) FROM deletions WHERE project_id = ${projectId} AND finished_at IS NULL) < ${MAX_OPEN_DELETIONS}
      RETURNING id`;
    return row?.id;
  });
}

/** Resolves to whether it was running. It stops after the piece that is being deleted. */
export async function stopTraceDeletion(sql: Sql, { projectId, id }: DeletionKey): Promise<boolean> {
  const { count } = await sql`
    UPDATE deletions SET is_stop_requested = true WHERE project_id = ${projectId} AND id = ${id} AND finished_at IS NULL`;
  return count === 1;
}

export interface DeletionKey {
  projectId: string;
  id: string;
}

export const DELETION_COLUMNS = (sql: Sql | TransactionSql) => sql`
  id, project_id AS "projectId", requested_at AS "requestedAt", requested_by AS "requestedBy", condition, state, reason,
  is_stop_requested AS "isStopRequested", is_collected AS "isCollected", foreseen, deleted, held,
  changed::float8 AS changed, remaining::float8 AS remaining, encode(digest, 'hex') AS digest,
  started_at AS "startedAt", finished_at AS "finishedAt"`;

export async function traceDeletion(sql: Sql, { projectId, id }: DeletionKey): Promise<TraceDeletion | undefined> {
  const [row] = await sql<TraceDeletion[]>`
    SELECT ${DELETION_COLUMNS(sql)} FROM deletions WHERE project_id = ${projectId} AND id = ${id}`;
  return row && { ...row };
}

interface DeletionsPage {
  projectId: string;
  /** The id of the last deletion of the page before. */
  after: string | null;
  limit: number;
}

/** The newest first. */
export async function traceDeletions(
  sql: Sql,
  { projectId, after, limit }: DeletionsPage,
): Promise<{ deletions: TraceDeletion[]; next: string | null }> {
  const start = sql`AND (requested_at, id) < (
    SELECT requested_at, id FROM deletions WHERE project_id = ${projectId} AND id = ${after})`;
  const rows = await sql<TraceDeletion[]>`
    SELECT ${DELETION_COLUMNS(sql)} FROM deletions WHERE project_id = ${projectId} ${after === null ? sql`` : start}
    ORDER BY requested_at DESC, id DESC LIMIT ${limit + 1}`;
  const deletions = rows.slice(0, limit).map((row) => ({ ...row }));
  return { deletions, next: rows.length > limit ? deletions.at(-1)!.id : null };
}

export interface DeletionPreview {
  /** That would be deleted. */
  traces: number;
  spans: number;
  calls: number;
  /** Nano-dollars. */
  cost: bigint;
  /** Model calls whose cost is unknown. */
  unpriced: number;
  /** Matching traces that a legal hold keeps. */
  held: number;
}

/** What a deletion would delete now. Reads the row of each matching trace. */
export async function previewTraceDeletion(
  sql: Sql,
  projectId: string,
  condition: DeletionCondition,
): Promise<DeletionPreview> {
  const [row] = await sql<[Omit<DeletionPreview, 'cost'> & { cost: string }]>`
    WITH matching AS MATERIALIZED (
      SELECT t.*, ${sql.unsafe(isHeld('t'))} AS is_held FROM traces t WHERE ${isToDelete(sql, projectId, condition)}
    )
    SELECT count(*) FILTER (WHERE NOT is_held)::float8 AS traces, count(*) FILTER (WHERE is_held)::float8 AS held,
      coalesce(sum(span_count) FILTER (WHERE NOT is_held), 0)::float8 AS spans,
      coalesce(sum(call_count) FILTER (WHERE NOT is_held), 0)::float8 AS calls,
      coalesce(sum(generations_unpriced) FILTER (WHERE NOT is_held), 0)::float8 AS unpriced,
      coalesce(sum(input_cost + answer_cost + readable_cost + summary_cost + no_text_cost)
        FILTER (WHERE NOT is_held), 0)::text AS cost
    FROM matching`;
  return { ...row, cost: BigInt(row.cost) };
}
