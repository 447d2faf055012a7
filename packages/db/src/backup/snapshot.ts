/**
 * Reads one moment of a database while others write: everything that a backup copies is read in a single transaction.
 */
import type { ReservedSql } from 'postgres';
import { isCitus } from '../postgres/distribute.ts';
import { readMigrations } from '../postgres/migrate.ts';
import type { Sql } from '../postgres/connect.ts';
import { BackupError } from './backup-error.ts';
import { type BackupTable, FORMAT_VERSION, type Manifest } from './manifest.ts';
import { BACKUP_TABLES } from './tables.ts';

export type Connection = ReservedSql<{ bigint: bigint; date: string }>;

/** These formats give values the same text on every server, and no timeout of the server ends a long copy. */
export const COPY_SETTINGS = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex'`;

/** Days may be deleted between the snapshot and the locks. */
const ATTEMPTS = 5;
const UNDEFINED_TABLE = '42P01';

/**
 * Begins the transaction and describes what it sees. Its tables cannot be dropped before it ends.
 * @throws BackupError when this version cannot back up the database.
 */
export async function openSnapshot(sql: Connection, version: string): Promise<Manifest> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
    try {
      await sql.unsafe(COPY_SETTINGS).simple();
      const manifest = await describe(sql, version);
      const names = manifest.tables.map((table) => `"${table.name}"`).join(', ');
      await sql.unsafe(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
      return manifest;
    } catch (error) {
      await sql`ROLLBACK`;
      const isDropped = (error as { code?: string }).code === UNDEFINED_TABLE;
      if (!isDropped || attempt === ATTEMPTS) throw error;
    }
  }
}

async function describe(sql: Connection, version: string): Promise<Manifest> {
  const [server] = await sql<{ postgres: string; takenAt: Date }[]>`
    SELECT current_setting('server_version') AS postgres, now() AS "takenAt"`;
  const migrations = await appliedMigrations(sql);
  return {
    format: 'subtext-backup',
    formatVersion: FORMAT_VERSION,
    version,
    takenAt: server!.takenAt.toISOString(),
    postgres: server!.postgres,
    migrations,
    tables: await storedTables(sql),
    sequences: await sequences(sql),
  };
}

async function appliedMigrations(sql: Connection): Promise<Manifest['migrations']> {
  if (await isCitus(sql as unknown as Sql))
    throw new BackupError(
      'The database is distributed (Citus), where no transaction sees one moment of all machines. Save it with the tools of Citus instead.',
    );
  const [table] = await sql`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`;
  if (!table?.present) throw new BackupError('The database has no tables of Subtext: there is nothing to save.');
  const applied = await sql<{ name: string; checksum: string }[]>`
    SELECT migration_name AS name, checksum FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`;
  if (applied.length === 0) throw new BackupError('The database has no tables of Subtext: there is nothing to save.');
  const names = new Set((await readMigrations()).map(({ name }) => name));
  const newer = applied.find(({ name }) => !names.has(name));
  if (newer !== undefined)
    throw new BackupError(
      `The database has migration ${newer.name}, which this version does not have. Save it with the newer Subtext.`,
    );
  return [...applied];
}

/** Lists each partition separately. Generated columns are omitted, because they are computed again. */
async function storedTables(sql: Connection): Promise<BackupTable[]> {
  const rows = await sql<{ name: string; parent: string | null; day: string; columns: string[]; bytes: number }[]>`
    SELECT stored.relname AS name, parent.relname AS parent,
      CASE WHEN parent.relname IS NOT NULL THEN to_date(right(stored.relname, 8), 'YYYYMMDD') END AS day,
      coalesce(pg_table_size(stored.oid), 0)::float8 AS bytes,
      ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = stored.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
    FROM pg_class AS stored
    LEFT JOIN pg_inherits ON inhrelid = stored.oid LEFT JOIN pg_class AS parent ON parent.oid = inhparent
    WHERE stored.relnamespace = current_schema()::regnamespace AND stored.relkind = 'r'
      AND coalesce(parent.relname, stored.relname) = ANY (${[...BACKUP_TABLES]})
    ORDER BY array_position(${[...BACKUP_TABLES]}::text[], coalesce(parent.relname, stored.relname)::text), stored.relname`;
  return rows.map(({ name, parent, day, columns, bytes }) => ({
    name,
    ...(parent !== null && { partition: { of: parent, day } }),
    columns,
    estimatedBytes: bytes,
  }));
}

/** Sequences are not part of the snapshot. Their values may be higher than those of its rows, never lower. */
async function sequences(sql: Connection): Promise<Manifest['sequences']> {
  const rows = await sql<{ table: string; column: string; value: string | null }[]>`
    SELECT owner.relname AS table, attname AS column, pg_sequence_last_value(seqrelid)::text AS value
    FROM pg_sequence
    JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = seqrelid AND deptype IN ('a', 'i')
    JOIN pg_class AS owner ON owner.oid = refobjid
    JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
    WHERE owner.relnamespace = current_schema()::regnamespace AND owner.relname = ANY (${[...BACKUP_TABLES]})`;
  return rows.flatMap(({ value, ...sequence }) => (value === null ? [] : [{ ...sequence, value }]));
}
