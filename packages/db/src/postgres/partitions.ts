/**
 * Daily partitions of the tables that grow. A day is the UTC day on which a trace was first stored
 * (docs/development/decisions/0003).
 */
import type { Sql } from './connect.ts';

export const PARTITIONED_TABLES = ['spans', 'tool_calls', 'tool_call_texts', 'payloads'] as const;

/**
 * Days before and after the server's today for which partitions may be created. Senders never choose the day, and a
 * wrong clock creates no tables.
 */
const EARLIEST_DAYS = 400;
const LATEST_DAYS = 2;

const DAY_MS = 86_400_000;

/** An arbitrary number. The lock is held while tables are created. */
const LOCK = 7803_1121;

/**
 * Makes sure that all four tables have a partition for `day` ('YYYY-MM-DD'). Cheap when they have. A partition is
 * created separately and then attached, because unlike `PARTITION OF` that does not block writers and readers of the
 * table.
 */
export async function ensurePartitions(sql: Sql, day: string): Promise<void> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new RangeError(`Not a day: ${JSON.stringify(day)}.`);
  if ((await missingTables(sql, day)).length === 0) return;
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${LOCK})`;
    const [range] = await transaction<{ near: boolean }[]>`
      SELECT ${day}::date BETWEEN current_date - ${EARLIEST_DAYS}::int AND current_date + ${LATEST_DAYS}::int AS near`;
    if (!range!.near) throw new RangeError(`No partitions for ${day}: too far from today.`);
    for (const table of await missingTables(transaction, day)) {
      await createDetachedPartition(transaction, table, day);
      await attachPartition(transaction, table, day);
    }
  });
}

/** Creates the table of one day, without indexes and not yet attached. Resolves to its name. */
export async function createDetachedPartition(sql: Pick<Sql, 'unsafe'>, table: string, day: string): Promise<string> {
  const partition = partitionName(table, day);
  // One statement at a time, because Citus passes the text on to its nodes.
  await sql.unsafe(
    `CREATE TABLE ${partition} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)`,
  );
  return partition;
}

/** Attaches the table to its parent, which builds the indexes that the parent has. */
export async function attachPartition(sql: Pick<Sql, 'unsafe'>, table: string, day: string): Promise<void> {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  await sql.unsafe(
    `ALTER TABLE ${table} ATTACH PARTITION ${partitionName(table, day)} FOR VALUES FROM ('${day}') TO ('${next}')`,
  );
}

async function missingTables(sql: Pick<Sql, 'unsafe'>, day: string): Promise<string[]> {
  const wanted = PARTITIONED_TABLES.map((table) => ({ table, partition: partitionName(table, day) }));
  const rows = await sql.unsafe<{ table: string }[]>(
    // Compares the parent too, because another schema in the search path may have a partition with the same name.
    `SELECT wanted.table FROM unnest($1::text[], $2::text[]) AS wanted ("table", partition)
    WHERE NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent = wanted.table::regclass AND relname = wanted.partition)`,
    [wanted.map((row) => row.table), wanted.map((row) => row.partition)],
  );
  return rows.map((row) => row.table);
}

/** Lists the days that have partitions, 'YYYY-MM-DD', oldest first. */
export async function partitionDays(sql: Pick<Sql, 'unsafe'>): Promise<string[]> {
  const rows = await sql.unsafe<{ day: string }[]>(
    `SELECT to_date(right(relname, 8), 'YYYYMMDD') AS day FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'spans'::regclass AND relname ~ '^spans_[0-9]{8}$' ORDER BY relname`,
  );
  return rows.map((row) => row.day);
}

export function partitionName(table: string, day: string): string {
  return `${table}_${day.replaceAll('-', '')}`;
}
