/** Legal holds: what may not be deleted, because an owner said why. Nothing is ever removed from their list. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { lockDeletions } from '../postgres/hold-lock.ts';
import { sqlState } from '../postgres/retry.ts';
import type { HoldKind } from '../rows/legal-holds.ts';

export interface HoldTarget {
  kind: HoldKind;
  /** The id of the user, session or trace; null = the whole project. */
  value: string | null;
}

export interface LegalHold extends HoldTarget {
  id: string;
  reason: string;
  placedAt: Date;
  /** The name of the user. */
  placedBy: string;
  liftedAt: Date | null;
  liftedBy: string | null;
  /** Stored traces that it covers; null = it was lifted. */
  traces: number | null;
}

/** A project has at most this many at a time. */
export const MAX_LEGAL_HOLDS = 200;

const LOCK_NOT_AVAILABLE = '55P03';

interface NewHold extends HoldTarget {
  projectId: string;
  reason: string;
  placedBy: string;
}

/** Why there is no new hold: the project has too many, is covered already, or traces are being deleted for too long. */
export type HoldRefusal = 'too many' | 'held already' | 'busy' | 'no such trace';

/** Resolves to the id of the hold, after what is being deleted was deleted. */
export async function placeHold(sql: Sql, hold: NewHold): Promise<{ id: string } | HoldRefusal> {
  try {
    return await sql.begin((transaction) => place(transaction, hold));
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return 'busy';
    throw error;
  }
}

async function place(sql: TransactionSql, hold: NewHold): Promise<{ id: string } | HoldRefusal> {
  const { projectId, kind, reason, placedBy } = hold;
  await lockDeletions(sql);
  const value = kind === 'trace' ? await currentTrace(sql, projectId, hold.value) : hold.value;
  if (value === undefined) return 'no such trace';
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`;
  const open = await sql<HoldTarget[]>`
    SELECT kind, value FROM legal_holds WHERE project_id = ${projectId} AND lifted_at IS NULL`;
  if (open.some((other) => other.kind === kind && other.value === value)) return 'held already';
  if (open.length >= MAX_LEGAL_HOLDS) return 'too many';
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO legal_holds (project_id, kind, value, reason, placed_by)
    VALUES (${projectId}, ${kind}, ${value}, ${reason}, ${placedBy}) RETURNING id`;
  return { id: row!.id };
}

/** A trace that became a part of another one stands for that one. */
async function currentTrace(sql: TransactionSql, projectId: string, id: string | null): Promise<string | undefined> {
  const [trace] = await sql<{ id: string }[]>`
    SELECT encode(trace_id, 'hex') AS id FROM traces WHERE project_id = ${projectId} AND trace_id = coalesce((
      SELECT into_trace_id FROM joined_traces WHERE project_id = ${projectId} AND trace_id = decode(${id}, 'hex')
    ), decode(${id}, 'hex'))`;
  return trace?.id;
}

/** Resolves to the hold; undefined when the project has no such hold, or it was lifted before. */
export async function liftHold(
  sql: Sql,
  { projectId, id, liftedBy }: { projectId: string; id: string; liftedBy: string },
): Promise<(HoldTarget & { reason: string }) | undefined> {
  const [row] = await sql<(HoldTarget & { reason: string })[]>`
    UPDATE legal_holds SET lifted_at = now(), lifted_by = ${liftedBy}
    WHERE project_id = ${projectId} AND id = ${id} AND lifted_at IS NULL RETURNING kind, value, reason`;
  return row && { ...row };
}

/** Whether a hold is on the whole project, which also keeps what belongs to no trace. */
export async function isProjectHeld(sql: Sql, projectId: string): Promise<boolean> {
  const rows = await sql`
    SELECT FROM legal_holds WHERE project_id = ${projectId} AND kind = 'project' AND lifted_at IS NULL LIMIT 1`;
  return rows.length > 0;
}

/** Lifted holds that are listed. */
const LISTED_LIFTED = 50;

/** The holds of a project that are in force, and then the last ones that were lifted. */
export async function legalHolds(sql: Sql, projectId: string): Promise<LegalHold[]> {
  const rows = await sql<LegalHold[]>`
    SELECT id, kind, value, reason, placed_at AS "placedAt", placed_by AS "placedBy", lifted_at AS "liftedAt",
      lifted_by AS "liftedBy" FROM legal_holds WHERE project_id = ${projectId}
    ORDER BY lifted_at DESC NULLS FIRST, placed_at DESC, id LIMIT ${MAX_LEGAL_HOLDS + LISTED_LIFTED}`;
  const counted: LegalHold[] = [];
  for (const row of rows)
    counted.push({ ...row, traces: row.liftedAt === null ? await coveredTraces(sql, projectId, row) : null });
  return counted;
}

async function coveredTraces(sql: Sql, projectId: string, { kind, value }: HoldTarget): Promise<number> {
  const covered = {
    project: sql`true`,
    user: sql`user_id = ${value}`,
    session: sql`session_id = ${value}`,
    trace: sql`trace_id = decode(${value}, 'hex')`,
  }[kind];
  const [{ traces }] = await sql<[{ traces: number }]>`
    SELECT count(*)::float8 AS traces FROM traces WHERE project_id = ${projectId} AND ${covered}`;
  return traces;
}
