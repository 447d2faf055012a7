/** The one line that the write path leaves for screens that are open: which spans this transaction stored. live-feed.ts reads it. */
import type { Sql, TransactionSql } from './connect.ts';

/** For how long it is kept: whoever follows must come back sooner (live-feed.ts says how much sooner). */
const KEPT_MINUTES = 10;

/**
 * Writes down which spans this transaction stores, for readers of live-feed.ts: one row, so it costs nothing beside the spans. It is not NOTIFY:
 * that takes a lock of the whole database until the commit is on disk, and tells nothing to those who were away.
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

/** Hex digits as PostgreSQL writes bytea[]. */
const bytesArray = (ids: readonly string[]): string => `{${ids.map((id) => `"\\\\x${id}"`).join(',')}}`;

/** Drops what nobody may ask for any more. One statement a project: on a distributed database each runs on one machine. */
export async function forgetStoredBatches(sql: Sql): Promise<void> {
  const projects = await sql<{ id: string }[]>`SELECT id FROM projects`;
  for (const { id } of projects)
    await sql`DELETE FROM stored_batches
      WHERE project_id = ${id} AND stored_at < now() - ${KEPT_MINUTES} * interval '1 minute'`;
}
