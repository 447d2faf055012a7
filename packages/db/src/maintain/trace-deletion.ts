/**
 * Deletes the traces of the requested deletions (projects/trace-deletions.ts), and leaves a receipt:
 *
 *   find the matching traces, a day at a time → delete them in pieces → delete their quarantined spans
 *   → count what still matches → the receipt
 *
 * Each step and its count are one transaction, so a killed deletion goes on where it stopped and its receipt is exact.
 * A trace that arrives while this runs is counted in the receipt and stays.
 */
import type { Sql } from '../postgres/connect.ts';
import { isFaultOfData, refusalOf } from '../postgres/retry.ts';
import { whileAlone } from '../postgres/while-alone.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { deletionWords } from '../projects/deletion-condition.ts';
import { DELETION_COLUMNS, type TraceDeletion } from '../projects/trace-deletions.ts';
import { collectDay } from './trace-deletion-collect.ts';
import { deletePiece } from './trace-deletion-piece.ts';
import { finishDeletion } from './trace-deletion-receipt.ts';

interface Options {
  /** Traces per transaction. */
  piece?: number;
  signal?: AbortSignal;
}

/** An arbitrary number. Only one process deletes at a time. */
const LOCK = 7803_1128;
/** Deleting traces of twenty spans with their texts takes some 100 ms. Batches with new spans of them wait that long. */
const TRACES_PER_PIECE = 200;
/** A deletion that fails this often in a row has failed. */
const MAX_ATTEMPTS = 10;

/**
 * Resolves to the deletions that were finished; to none while another process does this. What is left, because `signal`
 * aborted or the database failed, is done the next time.
 */
export async function runTraceDeletions(sql: Sql, options: Options = {}): Promise<TraceDeletion[]> {
  // Most of the time there is nothing to do, and no lock is needed to see that.
  if ((await open(sql)).length === 0) return [];
  return (await whileAlone(sql, LOCK, () => runAll(sql, options))) ?? [];
}

async function runAll(sql: Sql, options: Options): Promise<TraceDeletion[]> {
  const finished: TraceDeletion[] = [];
  for (const deletion of await open(sql)) {
    const ended = await attempt(sql, deletion, options);
    if (ended) finished.push(ended);
    if (options.signal?.aborted) break;
  }
  await forgetTraceIds(sql);
  return finished;
}

const open = (sql: Sql) => sql<TraceDeletion[]>`
  SELECT ${DELETION_COLUMNS(sql)} FROM deletions WHERE finished_at IS NULL ORDER BY requested_at, id`;

/** An error of the database is counted. Others may pass, and so may this one. */
async function attempt(sql: Sql, deletion: TraceDeletion, options: Options): Promise<TraceDeletion | undefined> {
  try {
    return await run(sql, deletion, options);
  } catch (error) {
    const { projectId, id } = deletion;
    const [row] = await sql<{ attempts: number }[]>`
      UPDATE deletions SET attempts = attempts + 1 WHERE project_id = ${projectId} AND id = ${id} RETURNING attempts`;
    if (!isFaultOfData(error) && (row?.attempts ?? 0) < MAX_ATTEMPTS) throw error;
    await fail(sql, deletion, refusalOf(error));
    throw error;
  }
}

/** Resolves to the finished deletion; undefined when it was aborted. */
async function run(sql: Sql, deletion: TraceDeletion, options: Options): Promise<TraceDeletion | undefined> {
  const { piece = TRACES_PER_PIECE, signal } = options;
  const { projectId, id } = deletion;
  await sql`UPDATE deletions SET state = 'running', started_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND state = 'waiting'`;
  while (await collectDay(sql, deletion)) if (signal?.aborted) return undefined;
  while (await deletePiece(sql, deletion, piece)) if (signal?.aborted) return undefined;
  return finishDeletion(sql, deletion);
}

async function fail(sql: Sql, { projectId, id, requestedBy, condition }: TraceDeletion, reason: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`UPDATE deletions SET state = 'failed', reason = ${reason}, finished_at = now()
      WHERE project_id = ${projectId} AND id = ${id} AND finished_at IS NULL`;
    const target = deletionWords(condition);
    await recordAudit(transaction, {
      ...{ projectId, actor: requestedBy, action: 'deletions.failed', target, after: { id, reason } },
    });
  });
}

const IDS_PER_PIECE = 5_000;

/** The receipt has their digest. */
async function forgetTraceIds(sql: Sql): Promise<void> {
  const rows = await sql<{ projectId: string; id: string }[]>`
    SELECT DISTINCT project_id AS "projectId", deletion_id AS id FROM deletion_traces AS found WHERE NOT EXISTS (
      SELECT FROM deletions WHERE deletions.project_id = found.project_id AND deletions.id = found.deletion_id
        AND finished_at IS NULL)`;
  for (const { projectId, id } of rows) {
    for (let count = IDS_PER_PIECE; count === IDS_PER_PIECE;)
      ({ count } = await sql`
        DELETE FROM deletion_traces WHERE project_id = ${projectId} AND deletion_id = ${id} AND trace_id IN (
          SELECT trace_id FROM deletion_traces WHERE project_id = ${projectId} AND deletion_id = ${id} LIMIT ${IDS_PER_PIECE})`);
  }
}
