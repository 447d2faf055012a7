/** The receipt of a deletion: the last step of trace-deletion.ts. */
import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { deletionWords, isToDelete } from '../projects/deletion-condition.ts';
import {
  DELETION_COLUMNS,
  type DeletionCounts,
  type KeptByHold,
  type TraceDeletion,
} from '../projects/trace-deletions.ts';
import { isHeld } from '../rows/legal-holds.ts';
import { sumOf } from './trace-deletion-collect.ts';

const IDS_PER_READ = 10_000;
const STATEMENT_TIMEOUT = '10min';

/** The receipt and its entry in the audit log are one transaction. Resolves to the finished deletion. */
export function finishDeletion(sql: Sql, deletion: TraceDeletion): Promise<TraceDeletion> {
  const { projectId, id, condition, requestedBy } = deletion;
  return sql.begin(async (transaction) => {
    await transaction.unsafe(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
    const [current] = await transaction<{ deleted: DeletionCounts }[]>`
      SELECT deleted FROM deletions WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`;
    const quarantined = await deleteQuarantined(transaction, deletion);
    const deleted = sumOf(current?.deleted ?? {}, { quarantined });
    const [row] = await transaction<TraceDeletion[]>`
      UPDATE deletions SET state = CASE WHEN is_stop_requested AND (NOT is_collected OR EXISTS (
          SELECT FROM deletion_traces WHERE project_id = ${projectId} AND deletion_id = ${id} AND outcome IS NULL
        )) THEN 'stopped' ELSE 'done' END,
        deleted = ${JSON.stringify(deleted)}::text::jsonb,
        held = ${JSON.stringify(await keptByHolds(transaction, deletion))}::text::jsonb,
        remaining = ${await remaining(transaction, deletion)},
        digest = ${await digestOf(transaction, deletion)}, finished_at = now()
      WHERE project_id = ${projectId} AND id = ${id} RETURNING ${DELETION_COLUMNS(transaction)}`;
    const receipt = { ...row! };
    const { state, foreseen, held, remaining: left, digest } = receipt;
    await recordAudit(transaction, {
      ...{ projectId, actor: requestedBy, action: 'deletions.finished', target: deletionWords(condition) },
      before: { foreseen },
      after: { id, state, deleted, held: tracesOf(held ?? []), remaining: left, digest },
    });
    return receipt;
  });
}

const tracesOf = (held: readonly KeptByHold[]): number => held.reduce((sum, { traces }) => sum + traces, 0);

/**
 * Quarantined spans of the deleted traces, which would start these traces again when they are reprocessed. Ingest
 * writes the trace id first. `escape` shows any bytes as text.
 */
async function deleteQuarantined(sql: TransactionSql, { projectId, id }: TraceDeletion): Promise<number> {
  const { count } = await sql`
    DELETE FROM quarantine WHERE project_id = ${projectId} AND EXISTS (
      SELECT FROM deletion_traces AS found
      WHERE found.project_id = ${projectId} AND found.deletion_id = ${id} AND found.outcome = 'deleted'
        AND encode(found.trace_id, 'hex') = lower(substring(encode(body, 'escape') FROM '"traceId":"([0-9a-fA-F]{32})"')))`;
  return count;
}

async function keptByHolds(sql: TransactionSql, { projectId, id }: TraceDeletion): Promise<KeptByHold[]> {
  return [
    ...(await sql<KeptByHold[]>`
      SELECT hold.id, hold.kind, hold.value, hold.reason, count(*)::float8 AS traces
      FROM deletion_traces AS found JOIN legal_holds AS hold ON hold.project_id = found.project_id AND hold.id = found.hold_id
      WHERE found.project_id = ${projectId} AND found.deletion_id = ${id} AND hold.project_id = ${projectId}
      GROUP BY hold.id, hold.kind, hold.value, hold.reason, hold.placed_at ORDER BY hold.placed_at, hold.id`),
  ];
}

async function remaining(sql: TransactionSql, { projectId, condition }: TraceDeletion): Promise<number> {
  const [{ traces }] = await sql<[{ traces: number }]>`
    SELECT count(*)::float8 AS traces FROM traces t
    WHERE ${isToDelete(sql, projectId, condition)} AND NOT ${sql.unsafe(isHeld('t'))}`;
  return traces;
}

async function digestOf(sql: TransactionSql, { projectId, id }: TraceDeletion): Promise<Buffer> {
  const digest = createHash('sha256');
  const rows = sql<{ traceId: string }[]>`
    SELECT encode(trace_id, 'hex') AS "traceId" FROM deletion_traces
    WHERE project_id = ${projectId} AND deletion_id = ${id} AND outcome = 'deleted' ORDER BY trace_id`;
  for await (const some of rows.cursor(IDS_PER_READ)) for (const { traceId } of some) digest.update(`${traceId}\n`);
  return digest.digest();
}
