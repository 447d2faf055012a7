/**
 * What the planner knows of tables that grow. A statement is planned once a connection, often when its tables are still empty, and every plan looks
 * good then: with the statistics of PostgreSQL alone each batch read all traces of the project, until its own look a minute or more later.
 */
import type { Sql } from './connect.ts';

/** Fewer rows are read as fast one way as the other. */
const LEAST_CHANGES = 500;

/** Takes the statistics of tables that have doubled since they were last taken; plans are made anew then. Resolves to their names. */
export async function renewStatistics(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND n_mod_since_analyze > ${LEAST_CHANGES} AND n_mod_since_analyze > n_live_tup / 2`;
  for (const { name } of rows) await sql.unsafe(`ANALYZE ${name}`);
  return rows.map(({ name }) => name);
}
