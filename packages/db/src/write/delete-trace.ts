/**
 * Deletes one trace permanently: its rows, its texts, its scores, its share links and what it added to the rollups, in
 * one transaction. Afterwards the sums still equal a recount of the spans (recount.ts). A span that arrives later
 * starts the trace again.
 *
 *   lock the trace → count what it added → delete its rows → subtract from the rollups (sorted)
 *
 * Locks are taken in the same order as in write-batch.ts. A batch with new spans of the trace waits, and then finds the
 * trace gone.
 */
import type { Fragment } from 'postgres';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { propertyOf, rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { PARTITIONED_TABLES } from '../postgres/partitions.ts';
import { columnsOf, COUNTED_TABLES, type CountedTable } from '../rows/recount-statements.ts';
import { retrying } from '../postgres/retry.ts';
import type { TraceKey } from '../rows/row-keys.ts';
import { ADD_MODEL_ROLLUPS, ADD_TOOL_ROLLUPS, MODEL_KEYS, TOOL_KEYS } from './write-statements.ts';

/** Resolves after the commit to the number of deleted spans, or to undefined when the project has no such trace. */
export function deleteTrace(sql: Sql, trace: TraceKey): Promise<number | undefined> {
  return retrying(sql, () => sql.begin((transaction) => remove(transaction, trace)));
}

const OF_TRACE = `project_id = $1 AND day = $2 AND trace_id = decode($3, 'hex')`;

const ROLLUPS = COUNTED_TABLES.flatMap((counted) => {
  const { table } = counted;
  if (table === 'traces') return [];
  const [add, keys] = table === 'model_rollups' ? [ADD_MODEL_ROLLUPS, MODEL_KEYS] : [ADD_TOOL_ROLLUPS, TOOL_KEYS];
  return { table, count: takenBy(counted), add, dropEmpty: dropEmpty(counted, rowsFromJson(keys)) };
});

interface Emptied {
  table: (typeof ROLLUPS)[number]['table'];
  projectId: string;
  /** The rows' keys. */
  rows: readonly object[];
}

/** Deletes those of these rollup rows whose sums are all zero. */
export async function dropEmptyRollups(sql: TransactionSql, { table, projectId, rows }: Emptied): Promise<void> {
  const { dropEmpty: statement } = ROLLUPS.find((rollup) => rollup.table === table)!;
  await sql.unsafe(statement, [toJson(rows), projectId]);
}

/** Deleting the largest traces takes longer than a web request may. */
const STATEMENT_TIMEOUT = '10min';

async function remove(sql: TransactionSql, { projectId, traceId }: TraceKey): Promise<number | undefined> {
  await sql.unsafe(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
  const [found] = await sql<{ day: string; spans: number }[]>`
    SELECT day, span_count AS spans FROM traces
    WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex') FOR UPDATE`;
  if (!found) return undefined;
  const key = [projectId, found.day, traceId];
  const taken = [];
  for (const { count } of ROLLUPS) taken.push(await sql.unsafe<object[]>(count, key));
  await deleteTraceRows(sql, { projectId, day: found.day, traceIds: [traceId] });
  for (const [index, { add, table }] of ROLLUPS.entries()) {
    const rows = taken[index]!;
    if (rows.length === 0) continue;
    await sql.unsafe(add, [toJson(rows)]);
    await dropEmptyRollups(sql, { table, projectId, rows });
  }
  return found.spans;
}

export interface TracesOfDay {
  projectId: string;
  day: string;
  traceIds: readonly string[];
}

/** Selects the rows of TracesOfDay, by the parameters of `tracesOfDayKey`. */
export const OF_TRACES_OF_DAY = `project_id = $1 AND day = $2
  AND trace_id = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest($3::text[]) AS id))`;

export const tracesOfDayKey = ({ projectId, day, traceIds }: TracesOfDay) => [projectId, day, [...traceIds]];

/** Deletes every row of locked traces, and leaves the rollups as they are. */
export async function deleteTraceRows(sql: TransactionSql, traces: TracesOfDay): Promise<void> {
  const { projectId } = traces;
  const key = tracesOfDayKey(traces);
  for (const table of PARTITIONED_TABLES) await sql.unsafe(`DELETE FROM ${table} WHERE ${OF_TRACES_OF_DAY}`, key);
  const ids = [...traces.traceIds];
  const isOneOf = (column: string) =>
    sql`${sql(column)} = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest(${ids}::text[]) AS id))`;
  await sql`DELETE FROM share_links WHERE project_id = ${projectId} AND ${isOneOf('trace_id')}`;
  await deleteScores(sql, projectId, isOneOf('trace_id'));
  await sql`DELETE FROM joined_traces WHERE project_id = ${projectId} AND ${isOneOf('into_trace_id')}`;
  await sql`DELETE FROM traces WHERE project_id = ${projectId} AND ${isOneOf('trace_id')}`;
}

/** Locks scores in the order in which write-scores.ts does, so that the two cannot wait for each other. */
export async function deleteScores(sql: Sql | TransactionSql, projectId: string, condition: Fragment): Promise<void> {
  await sql`
    DELETE FROM scores USING (
      SELECT id FROM scores WHERE project_id = ${projectId} AND ${condition} ORDER BY idempotency_key FOR UPDATE
    ) AS old
    WHERE scores.project_id = ${projectId} AND scores.id = old.id`;
}

/** Selects what to add to a rollup when a trace is deleted: the negative of what the trace added. */
function takenBy(counted: CountedTable): string {
  const sums = counted.sums.map((sum) => `-coalesce(${sum}, 0)::float8 AS "${propertyOf(sum)}"`);
  for (const histogram of Object.keys(counted.histograms))
    sums.push(`ARRAY(SELECT -calls FROM unnest(${histogram}) WITH ORDINALITY AS buckets (calls, bucket) ORDER BY bucket)
      AS "${propertyOf(histogram)}"`);
  const keys = Object.keys(counted.keys).map((key) => `${key} AS "${propertyOf(key)}"`);
  return `SELECT $1::text AS "projectId", ${[...keys, ...sums].join(', ')} FROM (${counted.count(OF_TRACE)}) AS taken`;
}

/** A model or tool that no span uses any more must not appear in the costs. */
function dropEmpty(counted: CountedTable, given: string): string {
  const keys = Object.keys(counted.keys).map((key) => `rollup.${key} = given.${key}`);
  const isEmpty = columnsOf(counted).map((column) =>
    column in counted.histograms ? `0 = ALL (rollup.${column})` : `rollup.${column} = 0`,
  );
  return `DELETE FROM ${counted.table} AS rollup USING ${given} AS given
    WHERE rollup.project_id = $2 AND ${[...keys, ...isEmpty].join(' AND ')}`;
}
