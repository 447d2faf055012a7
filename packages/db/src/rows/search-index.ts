/**
 * The index for searching thoughts, built one partition at a time. Updating it with each row would cost several times
 * as much as storing the row. Built in bulk over a finished day, it costs ingest nothing and is smaller. For days
 * without an index, the search reads the rows.
 */
import type { Sql } from '../postgres/connect.ts';
import { partitionDays, partitionName } from '../postgres/partitions.ts';
import { retrying } from '../postgres/retry.ts';
import { whileAlone } from '../postgres/while-alone.ts';

/** An arbitrary number. Only one process builds at a time. */
const LOCK = 7803_1123;

/** The words of a row of tool_call_texts. Must match the index expression exactly, or the index is not used. */
export const CALL_WORDS = 'call_words(thoughts, preamble, arguments)';

/**
 * Builds missing indexes for the days before the server's today, newest first, while spans are being stored. Resolves
 * to the days it built; to none while another process builds.
 */
export async function indexClosedDays(sql: Sql): Promise<string[]> {
  const built = await whileAlone(sql, LOCK, () => buildMissing(sql));
  return built ?? [];
}

async function buildMissing(sql: Sql): Promise<string[]> {
  const built: string[] = [];
  for (const day of (await daysWithoutIndex(sql)).filter(({ isOver }) => isOver)) {
    // Building waits for all open writers. A writer that runs ANALYZE then waits for the build, which is a deadlock.
    await retrying(sql, () => buildIndex(sql, day.day));
    built.push(day.day);
  }
  // Autovacuum updates the statistics of partitions but not of their parent tables, which the planner uses for joins.
  if (built.length > 0) await sql`ANALYZE spans, tool_calls, tool_call_texts`;
  return built;
}

/** Newest first: today, and the days whose index is not built yet. */
export async function daysWithoutIndex(sql: Sql): Promise<{ day: string; isOver: boolean }[]> {
  const days = await partitionDays(sql);
  return sql<{ day: string; isOver: boolean }[]>`
    SELECT day, day < current_date AS "isOver" FROM unnest(${days}::date[], ${days.map(indexName)}::text[]) AS stored (day, index)
    LEFT JOIN pg_index ON indexrelid = to_regclass(index)
    WHERE indisvalid IS NOT TRUE AND day <= current_date ORDER BY day DESC`;
}

/** An interrupted build leaves an invalid index, which is dropped first. */
async function buildIndex(sql: Sql, day: string): Promise<void> {
  await sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${indexName(day)}`);
  const partition = partitionName('tool_call_texts', day);
  await sql.unsafe(
    `CREATE INDEX CONCURRENTLY ${indexName(day)} ON ${partition} USING gin (project_id, (${CALL_WORDS}))`,
  );
  // ANALYZE gives the planner its statistics for an index over an expression.
  await sql.unsafe(`ANALYZE ${partition}`);
}

function indexName(day: string): string {
  return `${partitionName('tool_call_texts', day)}_words_idx`;
}
