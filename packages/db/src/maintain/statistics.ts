/**
 * Keeps the planner's statistics of growing tables current. A statement is planned once per connection, often while its
 * tables are still empty, when every plan looks good. With PostgreSQL's own statistics alone, each batch read all
 * traces of the project until autovacuum ran a minute or more later.
 */
import type { Sql } from '../postgres/connect.ts';

/** With fewer rows, every plan is equally fast. */
const LEAST_ROWS = 500;

interface Grown {
  name: string;
  /** Indexed columns, which decide the plan. Texts and bodies take longest to analyze, and no query filters by them. */
  columns: string[];
}

/**
 * Analyzes tables that have doubled in size since they were last analyzed, which also causes new plans. Resolves to
 * their names. The other columns are left to autovacuum, whose count of changes is not affected.
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
