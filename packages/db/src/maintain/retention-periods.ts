/**
 * Deletes traces that are older than the retention period of their environment. Rollups stay, as in retention.ts, so
 * costs are available longer than the spans they came from.
 *
 *   find expired traces → lock them → mark the rollups that count them → delete their rows, in pieces
 *
 * A piece is one transaction, so a killed run goes on where it stopped. Periods are applied once a day, and after one
 * of them was changed.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { retrying } from '../postgres/retry.ts';
import { whileAlone } from '../postgres/while-alone.ts';
import { followsPeriod } from '../projects/retention-periods.ts';
import { COUNTED_TABLES, type CountedTable } from '../rows/recount-statements.ts';
import { deleteTraceRows, OF_TRACES_OF_DAY, tracesOfDayKey, type TracesOfDay } from '../write/delete-trace.ts';

interface Options {
  /** Traces per transaction. */
  piece?: number;
  signal?: AbortSignal;
}

/** An arbitrary number. Only one process deletes at a time. */
const LOCK = 7803_1126;
/** Deleting traces of twenty spans with their texts takes some 100 ms. Batches with new spans of them wait that long. */
const TRACES_PER_PIECE = 200;

interface Due {
  projectId: string;
  /** 'YYYY-MM-DD', in the time zone of the server. */
  today: string;
}

interface Period {
  environment: string;
  /** 'YYYY-MM-DD'. Traces of earlier days are expired; null = none are. */
  firstKept: string | null;
}

/** Resolves to the number of deleted traces; to 0 while another process does this. */
export async function deleteExpiredTraces(sql: Sql, options: Options = {}): Promise<number> {
  // Most of the time there is nothing to do, and no lock is needed to see that.
  if ((await due(sql)).length === 0) return 0;
  return (await whileAlone(sql, LOCK, () => deleteDue(sql, options))) ?? 0;
}

async function deleteDue(sql: Sql, options: Options): Promise<number> {
  let deleted = 0;
  for (const { projectId, today } of await due(sql)) {
    const periods = await periodsOf(sql, projectId);
    for (const period of periods) deleted += await applyPeriod(sql, { projectId, period, periods }, options);
    if (options.signal?.aborted) break;
    await markApplied(sql, { projectId, today, periods });
  }
  return deleted;
}

async function due(sql: Sql): Promise<Due[]> {
  return [
    ...(await sql<Due[]>`
      SELECT DISTINCT project_id AS "projectId", current_date AS today FROM retention_periods
      WHERE keep_days IS NOT NULL AND applied_on IS DISTINCT FROM current_date`),
  ];
}

async function periodsOf(sql: Sql, projectId: string): Promise<Period[]> {
  return [
    ...(await sql<Period[]>`
      SELECT environment, current_date - keep_days AS "firstKept" FROM retention_periods WHERE project_id = ${projectId}
      ORDER BY environment`),
  ];
}

/** A period that was changed meanwhile is not applied yet. */
async function markApplied(sql: Sql, { projectId, today, periods }: Due & { periods: Period[] }): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`;
    const now = await transaction<Period[]>`
      SELECT environment, ${today}::date - keep_days AS "firstKept" FROM retention_periods
      WHERE project_id = ${projectId} ORDER BY environment`;
    if (JSON.stringify([...now]) !== JSON.stringify(periods)) return;
    await transaction`UPDATE retention_periods SET applied_on = ${today} WHERE project_id = ${projectId}`;
  });
}

interface Scope {
  projectId: string;
  period: Period;
  /** All periods of the project. */
  periods: readonly Period[];
}

async function applyPeriod(sql: Sql, scope: Scope, { piece = TRACES_PER_PIECE, signal }: Options): Promise<number> {
  const { firstKept } = scope.period;
  if (firstKept === null) return 0;
  let deleted = 0;
  const days = await sql<{ day: string }[]>`
    SELECT DISTINCT day FROM traces WHERE project_id = ${scope.projectId} AND day < ${firstKept} ORDER BY day`;
  for (const { day } of days) {
    for (;;) {
      if (signal?.aborted) return deleted;
      const count = await retrying(sql, () =>
        sql.begin((transaction) => deletePiece(transaction, { ...scope, day, piece })),
      );
      deleted += count;
      if (count === 0) break;
    }
  }
  return deleted;
}

/** Locks rows in the order in which batches lock them. Resolves to the number of deleted traces. */
async function deletePiece(sql: TransactionSql, scope: Scope & { day: string; piece: number }): Promise<number> {
  const { projectId, period, periods, day, piece } = scope;
  const isOfPeriod = followsPeriod(sql, { ...period, periods });
  const rows = await sql<{ id: string }[]>`
    SELECT encode(trace_id, 'hex') AS id FROM traces
    WHERE project_id = ${projectId} AND day = ${day} AND ${isOfPeriod} AND trace_id = ANY (ARRAY(
      SELECT trace_id FROM traces WHERE project_id = ${projectId} AND day = ${day} AND ${isOfPeriod} LIMIT ${piece}))
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
