/**
 * Deletes traces of a day whose time has come, except for those on legal hold, and keeps the costs:
 *
 *   find the traces → lock them → mark the rollups that count them → delete their rows, in pieces
 */
import type { Fragment } from 'postgres';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { lockHolds } from '../postgres/hold-lock.ts';
import { retrying } from '../postgres/retry.ts';
import { isHeld } from '../rows/legal-holds.ts';
import { COUNTED_TABLES, type CountedTable } from '../rows/recount-statements.ts';
import { deleteTraceRows, OF_TRACES_OF_DAY, tracesOfDayKey, type TracesOfDay } from '../write/delete-trace.ts';

interface Expired {
  projectId: string;
  day: string;
  /** Condition on `traces`. */
  isExpired: (sql: TransactionSql) => Fragment;
}

interface Options {
  /** Traces per transaction. */
  piece?: number;
  signal?: AbortSignal;
}

/** Deleting traces of twenty spans with their texts takes some 100 ms. Batches with new spans of them wait that long. */
const TRACES_PER_PIECE = 200;

/** Resolves to the number of deleted traces. */
export async function expireTraces(sql: Sql, expired: Expired, options: Options = {}): Promise<number> {
  const { piece = TRACES_PER_PIECE, signal } = options;
  let deleted = 0;
  while (!signal?.aborted) {
    const count = await retrying(sql, () =>
      sql.begin((transaction) => deletePiece(transaction, { ...expired, piece })),
    );
    if (count === 0) break;
    deleted += count;
  }
  return deleted;
}

/** Locks rows in the order in which batches lock them. Resolves to the number of deleted traces. */
async function deletePiece(sql: TransactionSql, { projectId, day, isExpired, piece }: Expired & { piece: number }) {
  await lockHolds(sql);
  const chosen = sql`project_id = ${projectId} AND day = ${day} AND ${isExpired(sql)} AND NOT ${sql.unsafe(isHeld('traces'))}`;
  const rows = await sql<{ id: string }[]>`
    SELECT encode(trace_id, 'hex') AS id FROM traces
    WHERE ${chosen} AND trace_id = ANY (ARRAY(SELECT trace_id FROM traces WHERE ${chosen} LIMIT ${piece}))
    ORDER BY trace_id FOR UPDATE`;
  if (rows.length === 0) return 0;
  const traces: TracesOfDay = { projectId, day, traceIds: rows.map(({ id }) => id) };
  for (const statement of MARK_ROLLUPS) await sql.unsafe(statement, tracesOfDayKey(traces));
  await deleteTraceRows(sql, traces);
  return rows.length;
}

/**
 * Marks the rollups that count these traces. Their figures stay and can no longer be recounted (recount.ts). Rollups of
 * other models and hours still can.
 */
const MARK_ROLLUPS = COUNTED_TABLES.filter(({ table }) => table !== 'traces').map(markRollups);

function markRollups({ table, keys, count }: CountedTable): string {
  const columns = Object.keys(keys);
  const isSame = (left: string, right: string) =>
    columns.map((column) => `${left}.${column} = ${right}.${column}`).join(' AND ');
  return `
    WITH counted AS (${count(OF_TRACES_OF_DAY)}), locked AS (
      SELECT ${columns.map((column) => `rollup.${column}`).join(', ')}
      FROM ${table} AS rollup JOIN counted ON ${isSame('rollup', 'counted')}
      WHERE rollup.project_id = $1 AND NOT rollup.spans_forgotten
      ORDER BY ${columns.map((column) => `rollup.${column}`).join(', ')} FOR UPDATE OF rollup)
    UPDATE ${table} AS rollup SET spans_forgotten = true FROM locked
    WHERE rollup.project_id = $1 AND ${isSame('rollup', 'locked')}`;
}
