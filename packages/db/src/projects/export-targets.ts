/** Where the server writes the exports of a project. The secret of a store is sealed before it comes here. */
import type { Sql } from '../postgres/connect.ts';
import type { AuditActor } from './audit-log.ts';

/** `folder` is below the directory that the operator allows. */
export type ExportPlace =
  | { kind: 's3'; endpoint: string; region: string; bucket: string; prefix: string; keyId: string }
  | { kind: 'directory'; folder: string };

export type ExportFormat = 'jsonl' | 'parquet';

export interface ExportTargetRow {
  id: string;
  projectId: string;
  name: string;
  place: ExportPlace;
  format: ExportFormat;
  /** When the next hourly export is due; null: it has no schedule. */
  nextAt: Date | null;
  savedBy: AuditActor;
}

export interface ExportTargetKey {
  projectId: string;
  id: string;
}

export interface NewExportTarget extends ExportTargetKey {
  name: string;
  place: ExportPlace;
  format: ExportFormat;
  secret: Uint8Array | null;
  isHourly: boolean;
  savedBy: AuditActor;
}

export const MAX_EXPORT_TARGETS = 20;

const COLUMNS = (sql: Sql) => sql`
  id, project_id AS "projectId", name, place, format, next_at AS "nextAt", saved_by AS "savedBy"`;

/** The first export of a schedule is requested with it, and does not wait for the hour. */
const dueOf = (sql: Sql, isHourly: boolean) => (isHourly ? nextHour(sql) : sql`NULL`);
const nextHour = (sql: Sql) => sql`date_trunc('hour', now()) + interval '1 hour'`;

/** Resolves to why it was not created, or undefined. */
export async function createExportTarget(sql: Sql, target: NewExportTarget): Promise<'name' | 'many' | undefined> {
  const { projectId, id, name, place, format, secret, isHourly, savedBy } = target;
  // Serializes changes within a project, so that the count is reliable.
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`;
  const [row] = await sql<[{ count: number; hasName: boolean }]>`
    SELECT count(*)::int AS count, coalesce(bool_or(name = ${name}), false) AS "hasName"
    FROM export_targets WHERE project_id = ${projectId}`;
  if (row.hasName) return 'name';
  if (row.count >= MAX_EXPORT_TARGETS) return 'many';
  await sql`
    INSERT INTO export_targets (project_id, id, name, place, format, secret, next_at, saved_by)
    VALUES (${projectId}, ${id}, ${name}, ${JSON.stringify(place)}::text::jsonb, ${format}, ${secret},
      ${dueOf(sql, isHourly)}, ${JSON.stringify(savedBy)}::text::jsonb)`;
  return undefined;
}

/** By name. */
export async function exportTargets(sql: Sql, projectId: string): Promise<ExportTargetRow[]> {
  const rows = await sql<ExportTargetRow[]>`
    SELECT ${COLUMNS(sql)} FROM export_targets WHERE project_id = ${projectId} ORDER BY name, id`;
  return rows.map((row) => ({ ...row }));
}

export async function exportTarget(sql: Sql, { projectId, id }: ExportTargetKey): Promise<ExportTargetRow | undefined> {
  const [row] = await sql<ExportTargetRow[]>`
    SELECT ${COLUMNS(sql)} FROM export_targets WHERE project_id = ${projectId} AND id = ${id}`;
  return row && { ...row };
}

/** Only for what writes to the store. */
export async function sealedSecret(sql: Sql, { projectId, id }: ExportTargetKey): Promise<Uint8Array | null> {
  const [row] = await sql<{ secret: Uint8Array | null }[]>`
    SELECT secret FROM export_targets WHERE project_id = ${projectId} AND id = ${id}`;
  return row?.secret ?? null;
}

interface ScheduleChange extends ExportTargetKey {
  isHourly: boolean;
  savedBy: AuditActor;
}

/** Resolves to false when there is no such target. */
export async function scheduleExports(
  sql: Sql,
  { projectId, id, isHourly, savedBy }: ScheduleChange,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE export_targets SET next_at = ${dueOf(sql, isHourly)}, saved_by = ${JSON.stringify(savedBy)}::text::jsonb
    WHERE project_id = ${projectId} AND id = ${id}`;
  return count === 1;
}

/** Resolves to false when there is no such target, or a run of it is not finished. Its runs stay in the list. */
export async function removeExportTarget(sql: Sql, { projectId, id }: ExportTargetKey): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM export_targets AS t WHERE project_id = ${projectId} AND id = ${id} AND NOT EXISTS (
      SELECT FROM export_runs AS r
      WHERE r.project_id = t.project_id AND r.target_id = t.id AND r.finished_at IS NULL)`;
  return count === 1;
}

/** Targets whose hourly export is due, and of which no run is open. */
export async function dueExportTargets(sql: Sql): Promise<ExportTargetRow[]> {
  const rows = await sql<ExportTargetRow[]>`
    SELECT ${COLUMNS(sql)} FROM export_targets AS t
    WHERE next_at <= now()
      AND EXISTS (SELECT FROM projects AS p
        WHERE p.id = t.project_id AND p.deletion_requested_at IS NULL AND p.archived_at IS NULL)
      AND NOT EXISTS (SELECT FROM export_runs AS r
        WHERE r.project_id = t.project_id AND r.target_id = t.id AND r.finished_at IS NULL)
    ORDER BY next_at, id`;
  return rows.map((row) => ({ ...row }));
}

/** Moves the schedule to the next full hour. Resolves to false when it is not due any more. */
export async function advanceSchedule(sql: Sql, { projectId, id }: ExportTargetKey): Promise<boolean> {
  const { count } = await sql`
    UPDATE export_targets SET next_at = ${nextHour(sql)}
    WHERE project_id = ${projectId} AND id = ${id} AND next_at <= now()`;
  return count === 1;
}
