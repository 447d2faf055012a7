/** Deletes some of the traces that a deletion found: the second step of trace-deletion.ts. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { lockHolds } from '../postgres/hold-lock.ts';
import { retrying } from '../postgres/retry.ts';
import { isToDelete } from '../projects/deletion-condition.ts';
import type { DeletionCounts, TraceDeletion } from '../projects/trace-deletions.ts';
import { holdOf } from '../rows/legal-holds.ts';
import { removeTraces, type DeletedRows } from '../write/delete-trace.ts';
import { sumOf } from './trace-deletion-collect.ts';

/** A single trace may have more, and is then deleted alone. */
const SPANS_PER_PIECE = 10_000;
const STATEMENT_TIMEOUT = '10min';

/** Resolves to false when no trace is left, or the deletion was stopped. */
export function deletePiece(sql: Sql, deletion: TraceDeletion, piece: number): Promise<boolean> {
  return retrying(sql, () => sql.begin((transaction) => deleteNext(transaction, deletion, piece)));
}

async function deleteNext(sql: TransactionSql, deletion: TraceDeletion, piece: number): Promise<boolean> {
  const { projectId, id } = deletion;
  await sql.unsafe(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
  await lockHolds(sql);
  const [progress] = await sql<{ deleted: DeletionCounts }[]>`
    SELECT deleted FROM deletions
    WHERE project_id = ${projectId} AND id = ${id} AND state = 'running' AND NOT is_stop_requested FOR UPDATE`;
  if (!progress) return false;
  const ids = await nextIds(sql, deletion, piece);
  if (ids.length === 0) return false;
  const { matching, deleted } = await removeMatching(sql, deletion, ids);
  const outcomes = new Map(matching.map(({ traceId, holdId }) => [traceId, holdId ?? undefined]));
  await saveOutcomes(sql, deletion, {
    ids,
    outcomes: ids.map((one) => (!outcomes.has(one) ? 'changed' : outcomes.get(one) ? 'held' : 'deleted')),
    holdIds: ids.map((one) => outcomes.get(one) ?? null),
  });
  await sql`UPDATE deletions SET attempts = 0, changed = changed + ${ids.length - matching.length},
      deleted = ${JSON.stringify(sumOf(progress.deleted, ...deleted))}::text::jsonb
    WHERE project_id = ${projectId} AND id = ${id}`;
  return true;
}

async function nextIds(sql: TransactionSql, { projectId, id }: TraceDeletion, piece: number): Promise<string[]> {
  const rows = await sql<{ traceId: string; spans: number }[]>`
    SELECT encode(trace_id, 'hex') AS "traceId", spans FROM deletion_traces
    WHERE project_id = ${projectId} AND deletion_id = ${id} AND outcome IS NULL ORDER BY day, trace_id LIMIT ${piece}`;
  let spans = 0;
  return rows.filter((row, index) => (spans += row.spans) <= SPANS_PER_PIECE || index === 0).map((row) => row.traceId);
}

interface Matching {
  traceId: string;
  day: string;
  /** The hold that keeps it. */
  holdId: string | null;
}

/** Locks rows in the order in which batches lock them. */
async function removeMatching(
  sql: TransactionSql,
  { projectId, condition }: TraceDeletion,
  ids: readonly string[],
): Promise<{ matching: Matching[]; deleted: DeletionCounts[] }> {
  const isOneOf = sql`t.trace_id = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest(${[...ids]}::text[]) AS id))`;
  await sql`SELECT FROM traces t WHERE t.project_id = ${projectId} AND ${isOneOf} ORDER BY t.trace_id FOR UPDATE`;
  // A statement of its own, so that it sees what was committed while this waited for the locks.
  const matching = await sql<Matching[]>`
    SELECT encode(t.trace_id, 'hex') AS "traceId", t.day, ${sql.unsafe(holdOf('t'))} AS "holdId" FROM traces t
    WHERE ${isOneOf} AND ${isToDelete(sql, projectId, condition)}`;
  const deleted: DeletedRows[] = [];
  const free = matching.filter(({ holdId }) => holdId === null);
  for (const [day, traces] of Map.groupBy(free, (trace) => trace.day))
    deleted.push(await removeTraces(sql, { projectId, day, traceIds: traces.map(({ traceId }) => traceId) }));
  return { matching: [...matching], deleted: deleted.map((rows) => ({ ...rows })) };
}

interface Outcomes {
  ids: readonly string[];
  outcomes: readonly ('deleted' | 'held' | 'changed')[];
  holdIds: readonly (string | null)[];
}

async function saveOutcomes(
  sql: TransactionSql,
  { projectId, id }: TraceDeletion,
  { ids, outcomes, holdIds }: Outcomes,
): Promise<void> {
  await sql`UPDATE deletion_traces AS found SET outcome = given.outcome, hold_id = given.hold_id
    FROM (
      SELECT decode(id, 'hex') AS trace_id, outcome, hold_id
      FROM unnest(${[...ids]}::text[], ${[...outcomes]}::text[], ${[...holdIds]}::uuid[]) AS rows (id, outcome, hold_id)
    ) AS given
    WHERE found.project_id = ${projectId} AND found.deletion_id = ${id} AND found.trace_id = given.trace_id`;
}
