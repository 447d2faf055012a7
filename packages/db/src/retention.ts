/**
 * Forgetting: days that are older than they may be kept go as a whole, by dropping their partitions. Rollups stay, so that costs are known for
 * longer than the spans they came from.
 *
 *   rows of traces (a day at a time, in pieces) → the partitions of the day
 *
 * In this order nothing waits in a circle with a batch that is being stored: that locks its traces first, too. A span of a forgotten trace that
 * arrives later begins that trace anew, on the day it arrives.
 */
import type { Sql } from './connect.ts';
import { partitionDays, PARTITIONED_TABLES, partitionName } from './partitions.ts';
import { sqlState } from './retry.ts';

export interface Forgotten {
  /** 'YYYY-MM-DD', oldest first. */
  days: string[];
  traces: number;
}

/** Any number; one process forgets at a time. */
const LOCK = 7803_1122;
/** Traces deleted in one transaction: a batch that has new spans of one of them waits that long. */
const TRACES_PER_DELETE = 5_000;
/** Dropping waits for the queries that read the table, and everybody else then waits for it: after this it gives up until the next time. */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops every day more than `keepDays` before the server's today. Resolves to what is gone; to nothing while another process is at it. A day
 * whose tables are in use for long is left for the next time.
 */
export async function forgetOldDays(sql: Sql, keepDays: number): Promise<Forgotten> {
  if (!Number.isSafeInteger(keepDays) || keepDays < 1)
    throw new RangeError(`Not a number of days to keep: ${keepDays}.`);
  const forgotten: Forgotten = { days: [], traces: 0 };
  const connection = await sql.reserve();
  try {
    const [lock] = await connection<{ mine: boolean }[]>`SELECT pg_try_advisory_lock(${LOCK}) AS mine`;
    if (!lock!.mine) return forgotten;
    try {
      const [limit] = await sql<{ day: string }[]>`SELECT current_date - ${keepDays}::int AS day`;
      for (const day of (await partitionDays(sql)).filter((stored) => stored < limit!.day)) {
        forgotten.traces += await deleteTraces(sql, day);
        // Nothing can be stored on that day any more.
        await markRollups(sql, day);
        if (!(await dropPartitions(sql, day))) break;
        forgotten.days.push(day);
      }
      for (const { projectId } of await projects(sql))
        await sql`DELETE FROM quarantine WHERE project_id = ${projectId} AND received_at < ${`${limit!.day}T00:00:00Z`}::timestamptz`;
      return forgotten;
    } finally {
      await connection`SELECT pg_advisory_unlock(${LOCK})`;
    }
  } finally {
    connection.release();
  }
}

/** One statement a project: on a distributed database each runs on one machine. */
function projects(sql: Sql) {
  return sql<{ projectId: string }[]>`SELECT id AS "projectId" FROM projects`;
}

async function deleteTraces(sql: Sql, day: string): Promise<number> {
  let deleted = 0;
  for (const { projectId } of await projects(sql)) {
    for (let count = TRACES_PER_DELETE; count === TRACES_PER_DELETE; deleted += count) {
      // Locked in the order in which batches lock them.
      ({ count } = await sql`
        DELETE FROM traces USING (
          SELECT trace_id FROM traces WHERE project_id = ${projectId} AND day = ${day}
          ORDER BY trace_id LIMIT ${TRACES_PER_DELETE} FOR UPDATE
        ) AS old
        WHERE traces.project_id = ${projectId} AND traces.trace_id = old.trace_id`);
    }
  }
  return deleted;
}

/** Of every hour of which spans are about to go: what is in them stays, and can no longer be counted anew (recount.ts). */
async function markRollups(sql: Sql, day: string): Promise<void> {
  for (const { projectId } of await projects(sql)) {
    for (const table of ['model_rollups', 'tool_rollups']) {
      await sql.unsafe(
        `UPDATE ${table} SET spans_forgotten = true WHERE project_id = $1 AND NOT spans_forgotten AND hour IN (
          SELECT date_trunc('hour', started_at, 'UTC') FROM spans WHERE project_id = $1 AND day = $2)`,
        [projectId, day],
      );
    }
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
