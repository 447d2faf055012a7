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
import { lockHolds } from '../postgres/hold-lock.ts';
import { retrying } from '../postgres/retry.ts';
import { isHeld, OnHold } from '../rows/legal-holds.ts';
import type { TraceKey } from '../rows/row-keys.ts';
import { deleteEvidence } from './evidence-due.ts';
import { ADD_MODEL_ROLLUPS, ADD_TOOL_ROLLUPS, MODEL_KEYS, PLAN_BY_INDEX, TOOL_KEYS } from './write-statements.ts';

/**
 * Resolves after the commit to the number of deleted spans, or to undefined when the project has no such trace. Rejects
 * with OnHold when a legal hold covers it.
 */
export function deleteTrace(sql: Sql, trace: TraceKey): Promise<number | undefined> {
  return retrying(sql, () => sql.begin((transaction) => remove(transaction, trace)));
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
  await lockHolds(sql);
  const [found] = await sql<{ day: string; spans: number; isHeld: boolean }[]>`
    SELECT day, span_count AS spans, ${sql.unsafe(isHeld('traces'))} AS "isHeld" FROM traces
    WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex') FOR UPDATE`;
  if (!found) return undefined;
  if (found.isHeld) throw new OnHold('This trace is on legal hold. An owner can lift the hold under Settings, Data.');
  await removeTraces(sql, { projectId, day: found.day, traceIds: [traceId] });
  return found.spans;
}

/** Deletes locked traces with every row of them, and subtracts from the rollups what they added. */
export async function removeTraces(sql: TransactionSql, traces: TracesOfDay): Promise<DeletedRows> {
  // The statistics of tables that are filled or emptied lag behind, and such a plan would read them from end to end.
  await sql.unsafe(PLAN_BY_INDEX);
  const taken = [];
  for (const { count } of ROLLUPS) taken.push(await sql.unsafe<object[]>(count, tracesOfDayKey(traces)));
  const deleted = await deleteTraceRows(sql, traces);
  for (const [index, { add, table }] of ROLLUPS.entries()) {
    const rows = taken[index]!;
    if (rows.length === 0) continue;
    await sql.unsafe(add, [toJson(rows)]);
    await dropEmptyRollups(sql, { table, projectId: traces.projectId, rows });
  }
  return deleted;
}

/** What belonged to deleted traces, by kind. */
export interface DeletedRows {
  traces: number;
  spans: number;
  /** Of tools, with the answers between them. */
  calls: number;
  /** Thoughts with a text. */
  thoughts: number;
  /** Spans whose request and response were kept. */
  payloads: number;
  scores: number;
  shareLinks: number;
}

/** Deletes every row of locked traces, and leaves the rollups as they are. */
export async function deleteTraceRows(sql: TransactionSql, traces: TracesOfDay): Promise<DeletedRows> {
  const { projectId } = traces;
  const rows = await deletePartitioned(sql, traces);
  const ids = [...traces.traceIds];
  const isOneOf = (column: string) =>
    sql`${sql(column)} = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest(${ids}::text[]) AS id))`;
  const links = await sql`DELETE FROM share_links WHERE project_id = ${projectId} AND ${isOneOf('trace_id')}`;
  const scores = await deleteScores(sql, projectId, isOneOf('trace_id'));
  await deleteEvidence(sql, projectId, isOneOf('trace_id'));
  await deleteExperimentRows(sql, projectId, isOneOf('trace_id'));
  await sql`DELETE FROM joined_traces WHERE project_id = ${projectId} AND ${isOneOf('into_trace_id')}`;
  const { count } = await sql`DELETE FROM traces WHERE project_id = ${projectId} AND ${isOneOf('trace_id')}`;
  return { ...rows, traces: count, scores, shareLinks: links.count };
}

/** What a row of each table counts for. */
const PARTITIONED_COUNTS: Readonly<Record<(typeof PARTITIONED_TABLES)[number], string>> = {
  spans: '1',
  tool_calls: '1',
  tool_call_texts: 'cardinality(thoughts)',
  payloads: 'cardinality(span_ids)',
};

async function deletePartitioned(sql: TransactionSql, traces: TracesOfDay) {
  const counts: Partial<Record<(typeof PARTITIONED_TABLES)[number], number>> = {};
  for (const table of PARTITIONED_TABLES) {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `WITH gone AS (DELETE FROM ${table} WHERE ${OF_TRACES_OF_DAY} RETURNING ${PARTITIONED_COUNTS[table]} AS counted)
      SELECT coalesce(sum(counted), 0)::float8 AS count FROM gone`,
      tracesOfDayKey(traces),
    );
    counts[table] = row!.count;
  }
  const { spans = 0, tool_calls: calls = 0, tool_call_texts: thoughts = 0, payloads = 0 } = counts;
  return { spans, calls, thoughts, payloads };
}

/**
 * Locks scores in the order in which write-scores.ts does, so that the two cannot wait for each other. Resolves to the
 * number of deleted ones.
 */
export async function deleteScores(sql: Sql | TransactionSql, projectId: string, condition: Fragment): Promise<number> {
  const { count } = await sql`
    DELETE FROM scores USING (
      SELECT id FROM scores WHERE project_id = ${projectId} AND ${condition} ORDER BY idempotency_key FOR UPDATE
    ) AS old
    WHERE scores.project_id = ${projectId} AND scores.id = old.id`;
  return count;
}

/** Selects what to add to a rollup when traces are deleted: the negative of what they added. */
function takenBy(counted: CountedTable): string {
  const sums = counted.sums.map((sum) => `-coalesce(${sum}, 0)::float8 AS "${propertyOf(sum)}"`);
  for (const histogram of Object.keys(counted.histograms))
    sums.push(`ARRAY(SELECT -calls FROM unnest(${histogram}) WITH ORDINALITY AS buckets (calls, bucket) ORDER BY bucket)
      AS "${propertyOf(histogram)}"`);
  const keys = Object.keys(counted.keys).map((key) => `${key} AS "${propertyOf(key)}"`);
  return `SELECT $1::text AS "projectId", ${[...keys, ...sums].join(', ')} FROM (${counted.count(OF_TRACES_OF_DAY)}) AS taken`;
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

/** What was reserved for an answer that is still to come counts as spent, because it may be charged. */
async function deleteExperimentRows(sql: TransactionSql, projectId: string, isOneOf: Fragment): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM experiment_answers WHERE project_id = ${projectId} AND ${isOneOf} RETURNING experiment_id, state, bound
    ), asked AS (
      SELECT experiment_id, sum(bound)::bigint AS bound FROM gone WHERE state = 'asked' GROUP BY experiment_id
    )
    UPDATE experiments AS e SET reserved = e.reserved - asked.bound, spent = e.spent + asked.bound
    FROM asked WHERE e.project_id = ${projectId} AND e.id = asked.experiment_id`;
  await sql`DELETE FROM experiment_steps WHERE project_id = ${projectId} AND ${isOneOf}`;
}
