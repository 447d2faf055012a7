/**
 * The index for search in thoughts, a partition at a time. Keeping it up to date row by row would cost several times what storing the row does;
 * built in bulk over a day that is over it costs ingest nothing and is smaller. The days without it are read by search itself.
 */
import type { Sql } from './connect.ts';
import { partitionDays, partitionName } from './partitions.ts';
import { retrying } from './retry.ts';

/** Any number; one process builds at a time. */
const LOCK = 7803_1123;

/** The words of a row of tool_call_texts, exactly as the index has them: only then it is used. */
export const CALL_WORDS = 'call_words(thoughts, preamble, arguments)';

/**
 * Builds what is missing for the days before the server's today, newest first, while spans are being stored. Resolves to the days that were
 * built now; to none while another process is at it.
 */
export async function indexClosedDays(sql: Sql): Promise<string[]> {
  const connection = await sql.reserve();
  try {
    const [lock] = await connection<{ mine: boolean }[]>`SELECT pg_try_advisory_lock(${LOCK}) AS mine`;
    if (!lock!.mine) return [];
    const built: string[] = [];
    try {
      for (const day of (await daysWithoutIndex(sql)).filter(({ isOver }) => isOver)) {
        // It waits for all who store, and who of them takes statistics then waits for it.
        await retrying(sql, () => buildIndex(sql, day.day));
        built.push(day.day);
      }
      // Autovacuum keeps the statistics of partitions, not those of the tables they are part of, and joins are planned by these.
      if (built.length > 0) await sql`ANALYZE spans, tool_calls, tool_call_texts`;
      return built;
    } finally {
      await connection`SELECT pg_advisory_unlock(${LOCK})`;
    }
  } finally {
    connection.release();
  }
}

/** Newest first: the day that is not over, and those whose index is not built yet. */
export async function daysWithoutIndex(sql: Sql): Promise<{ day: string; isOver: boolean }[]> {
  const days = await partitionDays(sql);
  return sql<{ day: string; isOver: boolean }[]>`
    SELECT day, day < current_date AS "isOver" FROM unnest(${days}::date[], ${days.map(indexName)}::text[]) AS stored (day, index)
    LEFT JOIN pg_index ON indexrelid = to_regclass(index)
    WHERE indisvalid IS NOT TRUE AND day <= current_date ORDER BY day DESC`;
}

/** What an interruption leaves is an index that is not valid: it is dropped first. */
async function buildIndex(sql: Sql, day: string): Promise<void> {
  await sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${indexName(day)}`);
  const partition = partitionName('tool_call_texts', day);
  await sql.unsafe(
    `CREATE INDEX CONCURRENTLY ${indexName(day)} ON ${partition} USING gin (project_id, (${CALL_WORDS}))`,
  );
  // What the planner knows of an index over an expression it knows from here.
  await sql.unsafe(`ANALYZE ${partition}`);
}

function indexName(day: string): string {
  return `${partitionName('tool_call_texts', day)}_words_idx`;
}
