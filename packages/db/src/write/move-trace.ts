/**
 * Moves all rows of a trace into another trace of its project, in one transaction: afterwards every row and every sum
 * is what storing all spans in one trace would have made it, and joined_traces says where the trace is now.
 *
 *   lock both (sorted) → rows change their trace → the row of the trace is added to the other → settle anew → sums
 */
import { SDK_SCOPE } from '@subtext/reasoning';
import { reportedOf, settle } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { toJson } from '../postgres/json-rows.ts';
import { PARTITIONED_TABLES } from '../postgres/partitions.ts';
import { GoneMeanwhile } from '../postgres/retry.ts';
import type { TracePartitionKey } from '../rows/span-keys.ts';
import { TRACE_FACTS, TRACE_KEYS } from '../rows/trace-facts.ts';
import { deleteEvidence, markEvidenceDue } from './evidence-due.ts';
import { joinedInto, currentKeyOf } from './joined-into.ts';
import { noteStored } from './live-note.ts';
import { MAX_SPANS } from './lock-traces.ts';
import { moveRollups } from './move-rollups.ts';
import { nameTraces } from './name-traces.ts';
import { movedBy, storeChanges } from './store-changes.ts';
import { selected, storedTraces, type StoredRow } from './stored-rows.ts';
import { sums, TRACE_SUMS, UPDATE_TRACES } from './write-statements.ts';

interface Pair {
  projectId: string;
  /** Ids of two traces, which may have become part of others since they were read. */
  traces: readonly [string, string];
}

interface LockedTrace extends TracePartitionKey {
  spans: number;
  /** Our SDK reports calls of it. */
  isOfSdk: boolean;
}

/**
 * The trace of the SDK stays, because its id is known where it is observed. Of two, the one with fewer spans moves, so
 * that no span moves often. Does nothing when they are one already, or must stay two
 * (`mustStay`).
 */
export async function moveTrace(sql: TransactionSql, { projectId, traces }: Pair): Promise<void> {
  const keys = await Promise.all(traces.map((traceId) => currentKeyOf(sql, { projectId, traceId })));
  const ids = new Set(keys.map(({ traceId }) => traceId));
  if (ids.size < 2) return;
  const locked = await lock(sql, projectId, [...ids]);
  if (locked.length < 2) return refuseIfJoined(sql, projectId, [...ids]);
  const [from, into] = locked.toSorted(
    (one, other) => Number(one.isOfSdk) - Number(other.isOfSdk) || one.spans - other.spans,
  ) as [LockedTrace, LockedTrace];
  if (await mustStay(sql, from, into)) return;
  await moveRows(sql, from, into);
  const rows = await settleAnew(sql, into);
  await noteStored(sql, projectId, rows);
  await markEvidenceDue(sql, projectId, [into.traceId]);
}

async function lock(sql: TransactionSql, projectId: string, traceIds: readonly string[]): Promise<LockedTrace[]> {
  return sql<LockedTrace[]>`
    SELECT project_id AS "projectId", encode(trace_id, 'hex') AS "traceId", day::text AS day, span_count AS spans,
      ${SDK_SCOPE} = ANY (instrumentations) AS "isOfSdk" FROM traces
    WHERE project_id = ${projectId} AND trace_id = ANY (SELECT decode(id, 'hex') FROM unnest(${[...traceIds]}::text[]) AS id)
    ORDER BY trace_id FOR UPDATE`;
}

/** Another process may have joined one of them before it could be locked. If it was deleted, there is nothing to join. */
async function refuseIfJoined(sql: TransactionSql, projectId: string, traceIds: readonly string[]): Promise<void> {
  if ((await joinedInto(sql, projectId, traceIds)).size > 0)
    throw new GoneMeanwhile('A trace became a part of another one while it was being joined.');
}

/**
 * A trace that is shared by a link stays as it is, because the link would show more than was shared. So do traces
 * that are together too large to be compared, and traces that have the id of a span in common.
 */
async function mustStay(sql: TransactionSql, from: LockedTrace, into: LockedTrace): Promise<boolean> {
  if (from.spans + into.spans > MAX_SPANS) return true;
  const { projectId } = from;
  const [found] = await sql<{ stays: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM share_links WHERE project_id = ${projectId}
        AND trace_id IN (decode(${from.traceId}, 'hex'), decode(${into.traceId}, 'hex'))
    ) OR EXISTS (
      SELECT FROM spans AS moving JOIN spans AS staying ON staying.span_id = moving.span_id
      WHERE moving.project_id = ${projectId} AND moving.day = ${from.day} AND moving.trace_id = decode(${from.traceId}, 'hex')
        AND staying.project_id = ${projectId} AND staying.day = ${into.day} AND staying.trace_id = decode(${into.traceId}, 'hex')
    ) AS stays`;
  return found!.stays;
}

const TRACE_COLUMNS = { ...TRACE_KEYS, ...TRACE_FACTS, ...sums(TRACE_SUMS) };

async function moveRows(sql: TransactionSql, from: LockedTrace, into: LockedTrace): Promise<void> {
  const { projectId } = from;
  const key = [projectId, from.day, from.traceId];
  for (const table of PARTITIONED_TABLES)
    await sql.unsafe(
      `UPDATE ${table} SET trace_id = decode($4, 'hex'), day = $5
      WHERE project_id = $1 AND day = $2 AND trace_id = decode($3, 'hex')`,
      [...key, into.traceId, into.day],
    );
  await moveMarks(sql, from, into);
  await deleteEvidence(sql, projectId, sql`trace_id = decode(${from.traceId}, 'hex')`);
  const [trace] = await sql.unsafe<{ metadata: string }[]>(
    `DELETE FROM traces WHERE project_id = $1 AND day = $2 AND trace_id = decode($3, 'hex')
    RETURNING ${selected('traces', TRACE_COLUMNS)}`,
    key,
  );
  const added = { ...trace!, metadata: JSON.parse(trace!.metadata) as unknown, traceId: into.traceId };
  await sql.unsafe(UPDATE_TRACES, [toJson([added])], { prepare: true });
  await sql`UPDATE scores SET trace_id = decode(${into.traceId}, 'hex')
    WHERE project_id = ${projectId} AND trace_id = decode(${from.traceId}, 'hex')`;
  await sql`UPDATE legal_holds SET value = ${into.traceId}
    WHERE project_id = ${projectId} AND kind = 'trace' AND value = ${from.traceId} AND lifted_at IS NULL`;
  await sql`UPDATE joined_traces SET into_trace_id = decode(${into.traceId}, 'hex')
    WHERE project_id = ${projectId} AND into_trace_id = decode(${from.traceId}, 'hex')`;
  await sql`INSERT INTO joined_traces (project_id, trace_id, into_trace_id)
    VALUES (${projectId}, decode(${from.traceId}, 'hex'), decode(${into.traceId}, 'hex'))`;
}

/** What people marked either trace with holds for both together; a tag that one has and the other lost stays. */
async function moveMarks(sql: TransactionSql, { projectId, traceId }: LockedTrace, into: LockedTrace): Promise<void> {
  await sql`
    UPDATE traces AS kept SET
      added_tags = ARRAY(SELECT DISTINCT tag COLLATE "C" FROM unnest(kept.added_tags || gone.added_tags) AS tag ORDER BY 1),
      removed_tags = ARRAY(
        SELECT tag FROM (
          SELECT unnest(kept.removed_tags || gone.removed_tags) AS tag EXCEPT SELECT unnest(kept.added_tags || gone.added_tags)
        ) AS every ORDER BY tag COLLATE "C"),
      bookmarked = kept.bookmarked OR gone.bookmarked
    FROM traces AS gone
    WHERE kept.project_id = ${projectId} AND kept.trace_id = decode(${into.traceId}, 'hex')
      AND gone.project_id = ${projectId} AND gone.trace_id = decode(${traceId}, 'hex')
      AND (gone.bookmarked OR gone.added_tags <> '{}' OR gone.removed_tags <> '{}')`;
}

/** Resolves to all rows of the trace. */
async function settleAnew(sql: TransactionSql, key: TracePartitionKey): Promise<readonly StoredRow[]> {
  const { projectId, day, traceId } = key;
  const before = await storedTraces(sql, [{ projectId, day, traceId }]);
  const rowOf = new Map(before.map((row) => [row.span.spanId, row]));
  const after = settle(before.map((row) => reportedOf<StoredRow>(row)));
  const changes = after.map((row) => ({ before: rowOf.get(row.span.spanId)!, after: row }));
  await storeChanges(sql, changes);
  await nameTraces(sql, [{ projectId, day, traceId }]);
  const moved = movedBy(changes);
  await sql.unsafe(UPDATE_TRACES, [toJson(moved.traces)], { prepare: true });
  await moveRollups(sql, projectId, moved);
  return before;
}
