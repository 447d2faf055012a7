/**
 * Deletes days that are older than the retention period, by dropping their partitions. Rollups stay, so costs are
 * available longer than the spans they came from.
 *
 *   rows of traces (one day at a time, in pieces) → the partitions of the day
 *
 * This order prevents deadlocks with a batch, which also locks its traces first. A span that arrives later for a
 * deleted trace starts the trace again, on the day it arrives.
 */
import type { Sql } from '../postgres/connect.ts';
import { whileHoldsAreLocked } from '../postgres/hold-lock.ts';
import { partitionDays, PARTITIONED_TABLES, partitionName } from '../postgres/partitions.ts';
import { sqlState } from '../postgres/retry.ts';
import { whileAlone } from '../postgres/while-alone.ts';
import { isProjectHeld } from '../projects/legal-holds.ts';
import { isHeld } from '../rows/legal-holds.ts';
import { deleteScores } from '../write/delete-trace.ts';
import { deleteEvidence } from '../write/evidence-due.ts';
import { expireTraces } from './expire-traces.ts';

export interface Forgotten {
  /** 'YYYY-MM-DD', oldest first. */
  days: string[];
  traces: number;
}

/** An arbitrary number. Only one process deletes at a time. */
const LOCK = 7803_1122;
/** Traces deleted per transaction, which takes some 40 ms. A batch with new spans of one of them waits that long. */
export const TRACES_PER_DELETE = 1_000;
/** Trace ids held in memory. */
const TRACES_PER_READ = 50_000;
/**
 * Dropping a table waits for the queries that read it, and all later queries then wait behind it. After this time it
 * gives up until the next run.
 */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops every day that is more than `keepDays` before the server's today. Resolves to what was deleted; to nothing
 * while another process does this. A day whose tables stay in use is left for the next run.
 */
export async function forgetOldDays(sql: Sql, keepDays: number): Promise<Forgotten> {
  if (!Number.isSafeInteger(keepDays) || keepDays < 1)
    throw new RangeError(`Not a number of days to keep: ${keepDays}.`);
  const forgotten = await whileAlone(sql, LOCK, () => forget(sql, keepDays));
  return forgotten ?? { days: [], traces: 0 };
}

async function forget(sql: Sql, keepDays: number): Promise<Forgotten> {
  const forgotten: Forgotten = { days: [], traces: 0 };
  const [limit] = await sql<{ day: string }[]>`SELECT current_date - ${keepDays}::int AS day`;
  for (const day of (await partitionDays(sql)).filter((stored) => stored < limit!.day)) {
    const { traces, isLeft } = await forgetDay(sql, day);
    forgotten.traces += traces;
    if (isLeft === 'in use') break;
    if (isLeft === undefined) forgotten.days.push(day);
  }
  for (const { projectId } of await projects(sql)) {
    const before = `${limit!.day}T00:00:00Z`;
    if (await isProjectHeld(sql, projectId)) continue;
    await sql`DELETE FROM quarantine WHERE project_id = ${projectId} AND received_at < ${before}::timestamptz`;
    await deleteScoresWithoutTrace(sql, projectId, before);
  }
  return forgotten;
}

interface ForgottenDay {
  traces: number;
  /** Why the partitions of the day stay; undefined = they are dropped. */
  isLeft?: 'held' | 'in use';
}

/** A day with a trace on legal hold keeps its partitions, so its other traces are deleted by their rows. */
async function forgetDay(sql: Sql, day: string): Promise<ForgottenDay> {
  if (await hasHeldTraces(sql, day)) return { traces: await deleteOthers(sql, day), isLeft: 'held' };
  return whileHoldsAreLocked(sql, async () => {
    if (await hasHeldTraces(sql, day)) return { traces: 0, isLeft: 'held' };
    const traces = await deleteTraces(sql, day);
    // From here on, nothing can be stored on that day.
    await markRollups(sql, day);
    return (await dropPartitions(sql, day)) ? { traces } : { traces, isLeft: 'in use' };
  });
}

async function hasHeldTraces(sql: Sql, day: string): Promise<boolean> {
  const holding = await sql<{ projectId: string }[]>`
    SELECT DISTINCT project_id AS "projectId" FROM legal_holds WHERE lifted_at IS NULL`;
  for (const { projectId } of holding) {
    const [held] = await sql`
      SELECT FROM traces WHERE project_id = ${projectId} AND day = ${day} AND ${sql.unsafe(isHeld('traces'))} LIMIT 1`;
    if (held) return true;
  }
  return false;
}

async function deleteOthers(sql: Sql, day: string): Promise<number> {
  let deleted = 0;
  for (const { projectId } of await projects(sql))
    deleted += await expireTraces(sql, { projectId, day, isExpired: (of) => of`true` });
  return deleted;
}

/** One statement per project, because on a distributed database each runs on one machine. */
function projects(sql: Sql) {
  return sql<{ projectId: string }[]>`SELECT id AS "projectId" FROM projects`;
}

async function deleteTraces(sql: Sql, day: string): Promise<number> {
  let deleted = 0;
  for (const { projectId } of await projects(sql)) {
    for (let ids = await someOfDay(sql, projectId, day); ids.length > 0; ids = await someOfDay(sql, projectId, day)) {
      for (let at = 0; at < ids.length; at += TRACES_PER_DELETE)
        deleted += await deletePiece(sql, { projectId, day, ids: ids.slice(at, at + TRACES_PER_DELETE) });
    }
  }
  return deleted;
}

/** Scores whose trace never came, or was deleted before they did. */
async function deleteScoresWithoutTrace(sql: Sql, projectId: string, before: string): Promise<void> {
  await deleteScores(
    sql,
    projectId,
    sql`created_at < ${before}::timestamptz AND NOT EXISTS (
      SELECT FROM traces WHERE traces.project_id = ${projectId} AND traces.trace_id = scores.trace_id)`,
  );
}

/**
 * A separate query without ORDER BY, so that it uses the index by day. With ORDER BY the planner may read the traces of
 * all days.
 */
async function someOfDay(sql: Sql, projectId: string, day: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT encode(trace_id, 'hex') AS id FROM traces WHERE project_id = ${projectId} AND day = ${day} LIMIT ${TRACES_PER_READ}`;
  return rows.map(({ id }) => id).toSorted();
}

interface Piece {
  projectId: string;
  day: string;
  ids: readonly string[];
}

/** Locks rows in the order in which batches lock them. */
async function deletePiece(sql: Sql, { projectId, day, ids }: Piece): Promise<number> {
  await sql`
    DELETE FROM joined_traces WHERE project_id = ${projectId}
      AND into_trace_id = ANY (SELECT decode(id, 'hex') FROM unnest(${[...ids]}::text[]) AS id)`;
  const { count } = await sql`
    DELETE FROM traces USING (
      SELECT trace_id FROM traces WHERE project_id = ${projectId} AND day = ${day}
        AND trace_id = ANY (SELECT decode(id, 'hex') FROM unnest(${[...ids]}::text[]) AS id)
      ORDER BY trace_id FOR UPDATE
    ) AS old
    WHERE traces.project_id = ${projectId} AND traces.trace_id = old.trace_id`;
  const isOneOf = sql`trace_id = ANY (SELECT decode(id, 'hex') FROM unnest(${[...ids]}::text[]) AS id)`;
  await deleteScores(sql, projectId, isOneOf);
  await deleteEvidence(sql, projectId, isOneOf);
  return count;
}

/**
 * Marks the rollups of every hour whose spans will be deleted. Their figures stay and can no longer be recounted
 * (recount.ts).
 */
async function markRollups(sql: Sql, day: string): Promise<void> {
  for (const { projectId } of await projects(sql)) {
    // Read before any lock is taken, because this takes longer the more spans the day has.
    const hours = await sql<{ hour: string }[]>`
      SELECT DISTINCT date_trunc('hour', started_at, 'UTC')::text AS hour FROM spans WHERE project_id = ${projectId} AND day = ${day}`;
    for (const { hour } of hours) await markHour(sql, projectId, hour);
  }
}

async function markHour(sql: Sql, projectId: string, hour: string): Promise<void> {
  for (const table of ['model_rollups', 'tool_rollups']) {
    await sql`UPDATE ${sql(table)} SET spans_forgotten = true
      WHERE project_id = ${projectId} AND hour = ${hour}::text::timestamptz AND NOT spans_forgotten`;
  }
}

async function dropPartitions(sql: Sql, day: string): Promise<boolean> {
  const names = PARTITIONED_TABLES.map((table) => partitionName(table, day)).join(', ');
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await transaction.unsafe(`DROP TABLE IF EXISTS ${names}`);
    });
    return true;
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
