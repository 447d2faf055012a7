/**
 * What the planner knows of tables that grow. A statement is planned once a connection, often when its tables are still empty, and every plan looks
 * good then: with the statistics of PostgreSQL alone each batch read all traces of the project, until its own look a minute or more later.
 */
import type { Sql } from './connect.ts';

/** Fewer rows are read as fast one way as the other. */
const LEAST_ROWS = 500;

interface Grown {
  name: string;
  /** Of its indexes, by which plans are chosen: texts and bodies take longest to look at, and nothing is asked by them. */
  columns: string[];
}

/**
 * Takes the statistics of tables that have doubled since they were last taken; plans are made anew then. Resolves to their names. The other columns
 * stay with PostgreSQL, which counts what has changed as if nobody had looked.
 */
export async function renewStatistics(sql: Sql): Promise<string[]> {
  const rows = await sql<Grown[]>`
    SELECT format('%I.%I', schemaname, pg_class.relname) AS name, ARRAY(
      SELECT DISTINCT quote_ident(attname) FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = relid
    ) AS columns
    FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid
    WHERE schemaname = current_schema() AND n_live_tup > ${LEAST_ROWS} AND n_live_tup > 2 * greatest(reltuples, 0)`;
  for (const { name, columns } of rows) {
    await sql.unsafe(columns.length > 0 ? `ANALYZE ${name} (${columns.join(', ')})` : `ANALYZE ${name}`);
  }
  return rows.map(({ name }) => name);
}
