/** Exports that the server writes, and tests of their targets. Ingest does the work (apps/ingest/src/exports). */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import type { AuditActor } from './audit-log.ts';
import type { ExportFormat, ExportTargetKey } from './export-targets.ts';

export type ExportRunState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped';

/** `changes`: since the export before, or everything when there is none. `test`: only whether the target works. */
export type ExportKind = 'changes' | 'full' | 'test';

export interface ExportRun {
  id: string;
  projectId: string;
  targetId: string;
  targetName: string;
  format: ExportFormat;
  kind: ExportKind;
  isScheduled: boolean;
  requestedAt: Date;
  requestedBy: AuditActor;
  state: ExportRunState;
  /** Why it failed; of an open run, why the last attempt did. */
  reason: string | null;
  isStopRequested: boolean;
  /** In a row, without progress. */
  attempts: number;
  /** The folder below the target; null before the first attempt, as `startedAt`. */
  path: string | null;
  since: Date | null;
  /** Rows in the files, by table. */
  rows: Readonly<Record<string, number>>;
  /** Rows that the database counted, by table. */
  stored: Readonly<Record<string, number>>;
  files: number;
  bytes: number;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const COLUMNS = (sql: Sql | TransactionSql) => sql`
  r.id, r.project_id AS "projectId", r.target_id AS "targetId", r.target_name AS "targetName", r.format, r.kind,
  r.is_scheduled AS "isScheduled", r.requested_at AS "requestedAt", r.requested_by AS "requestedBy", r.state, r.reason,
  r.is_stop_requested AS "isStopRequested", r.attempts, r.path, r.since, r.rows, r.stored, r.files,
  r.bytes::float8 AS bytes, r.started_at AS "startedAt", r.finished_at AS "finishedAt"`;

interface NewExportRun {
  projectId: string;
  targetId: string;
  kind: ExportKind;
  isScheduled: boolean;
  requestedBy: AuditActor;
}

/** Resolves to the id; undefined when there is no such target, or a run of it is open. */
export async function requestExport(sql: Sql, run: NewExportRun): Promise<string | undefined> {
  const { projectId, targetId, kind, isScheduled, requestedBy } = run;
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO export_runs (project_id, target_id, target_name, format, kind, is_scheduled, requested_by)
    SELECT t.project_id, t.id, t.name, t.format, ${kind}::text, ${isScheduled}::boolean,
      ${JSON.stringify(requestedBy)}::text::jsonb
    FROM export_targets AS t WHERE t.project_id = ${projectId} AND t.id = ${targetId}
    ON CONFLICT DO NOTHING RETURNING id`;
  return row?.id;
}

export async function exportRun(sql: Sql, { projectId, id }: ExportTargetKey): Promise<ExportRun | undefined> {
  const [row] = await sql<ExportRun[]>`
    SELECT ${COLUMNS(sql)} FROM export_runs AS r WHERE r.project_id = ${projectId} AND r.id = ${id}`;
  return row && { ...row };
}

interface RunsPage {
  projectId: string;
  /** The id of the last run of the page before. */
  after: string | null;
  limit: number;
}

/** The newest first. */
export async function exportRuns(
  sql: Sql,
  { projectId, after, limit }: RunsPage,
): Promise<{ runs: ExportRun[]; next: string | null }> {
  const start = sql`AND (r.requested_at, r.id) < (
    SELECT requested_at, id FROM export_runs WHERE project_id = ${projectId} AND id = ${after})`;
  const rows = await sql<ExportRun[]>`
    SELECT ${COLUMNS(sql)} FROM export_runs AS r WHERE r.project_id = ${projectId} ${after === null ? sql`` : start}
    ORDER BY r.requested_at DESC, r.id DESC LIMIT ${limit + 1}`;
  const runs = rows.slice(0, limit).map((row) => ({ ...row }));
  return { runs, next: rows.length > limit ? runs.at(-1)!.id : null };
}

/** Resolves to whether it was open. It stops after the page that is being written. */
export async function stopExport(sql: Sql, { projectId, id }: ExportTargetKey): Promise<boolean> {
  const { count } = await sql`
    UPDATE export_runs SET is_stop_requested = true, retry_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND finished_at IS NULL`;
  return count === 1;
}

/** Open runs that may be tried now, the oldest first. Not those of a project that is being deleted. */
export async function openExports(sql: Sql): Promise<ExportRun[]> {
  const rows = await sql<ExportRun[]>`
    SELECT ${COLUMNS(sql)} FROM export_runs AS r WHERE r.finished_at IS NULL AND r.retry_at <= now()
      AND EXISTS (SELECT FROM projects AS p WHERE p.id = r.project_id AND p.deletion_requested_at IS NULL)
    ORDER BY r.requested_at, r.id`;
  return rows.map((row) => ({ ...row }));
}

export interface ExportProgress {
  path: string;
  since: string | null;
  rows: Readonly<Record<string, number>>;
  stored: Readonly<Record<string, number>>;
  files: number;
  bytes: number;
}

/** Resolves to whether the run is to stop. A page more ends a row of failures. */
export async function saveExportProgress(sql: Sql, run: ExportTargetKey, progress: ExportProgress): Promise<boolean> {
  const { path, since, rows, stored, files, bytes } = progress;
  const [row] = await sql<{ isStopRequested: boolean }[]>`
    UPDATE export_runs SET path = ${path}, since = ${since}::text::timestamptz,
      rows = ${JSON.stringify(rows)}::text::jsonb, stored = ${JSON.stringify(stored)}::text::jsonb,
      files = ${files}, bytes = ${bytes}::float8::bigint,
      attempts = CASE WHEN ${files} > files THEN 0 ELSE attempts END,
      reason = CASE WHEN ${files} > files THEN NULL ELSE reason END,
      retry_at = CASE WHEN ${files} > files THEN now() ELSE retry_at END
    WHERE project_id = ${run.projectId} AND id = ${run.id} AND finished_at IS NULL
    RETURNING is_stop_requested AS "isStopRequested"`;
  return row?.isStopRequested ?? true;
}

/** Until the next attempt, doubled after each. */
const FIRST_RETRY = '5 seconds';

/**
 * Resolves to the number of attempts in a row without progress, with this one. Counted before the attempt, so that a
 * run that ends its process is not tried forever.
 */
export async function beginExportAttempt(sql: Sql, run: ExportTargetKey): Promise<number> {
  const [row] = await sql<{ attempts: number }[]>`
    UPDATE export_runs SET state = 'running', started_at = coalesce(started_at, now()), attempts = attempts + 1,
      retry_at = now() + ${FIRST_RETRY}::text::interval
    WHERE project_id = ${run.projectId} AND id = ${run.id} AND finished_at IS NULL RETURNING attempts`;
  return row?.attempts ?? 0;
}

/** The attempt was ended with its process, in order: it does not count, and the next one need not wait. */
export async function withdrawExportAttempt(sql: Sql, run: ExportTargetKey): Promise<void> {
  await sql`
    UPDATE export_runs SET attempts = greatest(attempts - 1, 0), retry_at = now()
    WHERE project_id = ${run.projectId} AND id = ${run.id} AND finished_at IS NULL`;
}

/** Resolves to the number of attempts in a row without progress. */
export async function saveExportProblem(sql: Sql, run: ExportTargetKey, reason: string): Promise<number> {
  const [row] = await sql<{ attempts: number }[]>`
    UPDATE export_runs SET reason = ${reason},
      retry_at = now() + power(2, greatest(attempts - 1, 0)) * ${FIRST_RETRY}::text::interval
    WHERE project_id = ${run.projectId} AND id = ${run.id} AND finished_at IS NULL RETURNING attempts`;
  return row?.attempts ?? 0;
}

type ExportEnd = { state: 'done' | 'stopped'; reason: null } | { state: 'failed'; reason: string };

/** Resolves to the ended run; undefined when it had ended before. */
export async function endExport(
  sql: Sql,
  { projectId, id }: ExportTargetKey,
  { state, reason }: ExportEnd,
): Promise<ExportRun | undefined> {
  const [row] = await sql<ExportRun[]>`
    UPDATE export_runs AS r SET state = ${state}, reason = ${reason}, finished_at = now(),
      started_at = coalesce(started_at, now())
    WHERE r.project_id = ${projectId} AND r.id = ${id} AND r.finished_at IS NULL RETURNING ${COLUMNS(sql)}`;
  return row && { ...row };
}
