/** Writes the row that informs open screens which spans a transaction stored. live-feed.ts reads it. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';

/** How long the row is kept. A reader must return sooner (OLDEST_PLACE_MS in live-feed.ts). */
const KEPT_MINUTES = 10;

/**
 * Records which spans this transaction stores, for readers of live-feed.ts. It is one row, so it costs next to nothing
 * beside the spans. NOTIFY is not used, because it holds a lock on the whole database until the commit is on disk, and
 * does not reach readers that were disconnected.
 */
export async function noteStored(
  sql: TransactionSql,
  projectId: string,
  spans: readonly { traceId: string; span: { spanId: string } }[],
): Promise<void> {
  const ids = [bytesArray(spans.map(({ traceId }) => traceId)), bytesArray(spans.map(({ span }) => span.spanId))];
  await sql.unsafe(NOTE, [projectId, ...ids], { prepare: true });
}

const NOTE = `INSERT INTO stored_batches (project_id, transaction_id, trace_ids, span_ids)
  VALUES ($1::uuid, pg_current_xact_id()::text::bigint, $2::text::bytea[], $3::text::bytea[])`;

/** Formats hex digits as a bytea[] literal. */
const bytesArray = (ids: readonly string[]): string => `{${ids.map((id) => `"\\\\x${id}"`).join(',')}}`;

/**
 * Deletes rows that no reader may request any more. Runs one statement per project, because on a distributed database
 * each runs on one machine.
 */
export async function forgetStoredBatches(sql: Sql): Promise<void> {
  const projects = await sql<{ id: string }[]>`SELECT id FROM projects`;
  for (const { id } of projects)
    await sql`DELETE FROM stored_batches
      WHERE project_id = ${id} AND stored_at < now() - ${KEPT_MINUTES} * interval '1 minute'`;
}
