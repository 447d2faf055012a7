/**
 * Restores a backup into an empty database. One transaction applies the backup's migrations, copies its rows and
 * applies newer migrations, so the database has everything or nothing, even after an interruption.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect, type Sql } from '../postgres/connect.ts';
import { isCitus } from '../postgres/distribute.ts';
import {
  applyMigration,
  type Migration,
  MIGRATION_LOCK,
  MIGRATIONS_TABLE,
  readMigrations,
  requireNewEnough,
} from '../postgres/migrate.ts';
import { attachPartition, createDetachedPartition } from '../postgres/partitions.ts';
import { type ArchiveReader, openArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTable, Manifest, TableSums } from './manifest.ts';
import { type RowProgress, RowSums, verifySums } from './row-sums.ts';
import { type Connection, COPY_SETTINGS } from './snapshot.ts';
import { BACKUP_TABLES, MIGRATIONS_TABLE_NAME } from './tables.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface RestoreOptions {
  /** URL of a database without Subtext tables. */
  databaseUrl: string;
  input: Readable;
  onProgress?: (progress: RowProgress) => void;
  /** Called before each step that copies nothing: migrations, statistics. */
  onStep?: (line: string) => void;
  signal?: AbortSignal;
}

export interface RestoreSummary {
  manifest: Manifest;
  tables: TableSums[];
  /** Migrations of this version that the backup did not have. */
  newMigrations: string[];
}

/** @throws BackupError when the file or the database is not suitable. The database stays unchanged in that case. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const sql = connect(options.databaseUrl, { max: 1, applicationName: 'subtext restore' });
  try {
    const summary = await unlessAborted(options.signal, () => restoreDatabase(sql, options));
    await sql.end();
    return summary;
  } catch (error) {
    options.input.destroy();
    // Closing the connection makes the server roll back.
    await sql.end({ timeout: 0 });
    options.signal?.throwIfAborted();
    throw error;
  }
}

async function restoreDatabase(sql: Sql, options: RestoreOptions): Promise<RestoreSummary> {
  await requireUsable(sql);
  const archive = await openArchive(options.input);
  const { now, later } = splitMigrations(archive.manifest, await readMigrations());
  const connection = await sql.reserve();
  await connection`BEGIN`;
  await prepare(connection, now);
  const tables = await loadTables(connection, archive, options);
  await setSequences(connection, archive.manifest);
  for (const migration of later) {
    options.onStep?.(`applying migration ${migration.name}`);
    await applyMigration(connection, migration);
  }
  options.onStep?.('taking statistics');
  await connection.unsafe(`ANALYZE ${[...new Set(archive.manifest.tables.map(parentName))].join(', ')}`);
  await connection`COMMIT`;
  connection.release();
  return { manifest: archive.manifest, tables, newMigrations: later.map(({ name }) => name) };
}

const parentName = (table: BackupTable): string => `"${table.partition?.of ?? table.name}"`;

async function requireUsable(sql: Sql): Promise<void> {
  await requireNewEnough(sql);
  if (await isCitus(sql))
    throw new BackupError('The database is distributed (Citus). Restore into a plain PostgreSQL instead.');
  await requireEmpty(sql);
}

async function requireEmpty(sql: Pick<Sql, 'unsafe'>): Promise<void> {
  const [table] = await sql.unsafe<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname = ANY ($1) LIMIT 1`,
    [[...BACKUP_TABLES, MIGRATIONS_TABLE_NAME]],
  );
  if (table !== undefined)
    throw new BackupError(
      `The database is not empty: it has the table ${table.name}. Restore into a new one (CREATE DATABASE …), and name that in DATABASE_URL.`,
    );
}

/**
 * Splits the migrations into those of the backup and newer ones.
 * @throws BackupError when this version is older than the backup.
 */
function splitMigrations(manifest: Manifest, migrations: Migration[]): { now: Migration[]; later: Migration[] } {
  const own = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of manifest.migrations) {
    const migration = own.get(name);
    if (migration === undefined)
      throw new BackupError(
        `The backup was made by Subtext ${manifest.version}, with migration ${name}, which this version does not have. Restore it with that version or a later one.`,
      );
    if (migration.checksum !== checksum)
      throw new BackupError(`Migration ${name} is another one in this version than in the backup.`);
  }
  const names = new Set(manifest.migrations.map(({ name }) => name));
  return {
    now: migrations.filter(({ name }) => names.has(name)),
    later: migrations.filter(({ name }) => !names.has(name)),
  };
}

async function prepare(connection: Connection, migrations: Migration[]): Promise<void> {
  await connection.unsafe(COPY_SETTINGS).simple();
  // For building the indexes in bulk.
  await connection.unsafe(`SET LOCAL maintenance_work_mem = '256MB'`);
  await connection`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  await requireEmpty(connection);
  await connection.unsafe(MIGRATIONS_TABLE);
  for (const migration of migrations) await applyMigration(connection, migration);
}

async function loadTables(
  connection: Connection,
  archive: ArchiveReader,
  options: RestoreOptions,
): Promise<TableSums[]> {
  const sums = new RowSums(options.onProgress);
  for (const table of archive.manifest.tables) {
    await requireFitting(connection, table);
    if (table.partition) await createDetachedPartition(connection, table.partition.of, table.partition.day);
    await copyIn(connection, table, sums.through(table.name, archive.rowsOf(table.name)));
    if (table.partition) await attachPartition(connection, table.partition.of, table.partition.day);
    await verifyStored(connection, table, sums.of(table.name));
  }
  verifySums(sums.all(), await archive.sums());
  return sums.all();
}

/** The manifest is untrusted input, so the tables it names must be those that the migrations created. */
async function requireFitting(connection: Connection, table: BackupTable): Promise<void> {
  const parent = table.partition?.of ?? table.name;
  const [kind, name] = table.partition
    ? ['p', `${parent}_${table.partition.day.replaceAll('-', '')}`]
    : ['r', table.name];
  const columns = await connection.unsafe<{ name: string }[]>(
    `SELECT attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace AND relname = $1 AND relkind::text = $2
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [parent, kind!],
  );
  const own = columns.map((column) => column.name).sort();
  if (name !== table.name || JSON.stringify(own) !== JSON.stringify([...table.columns].sort()))
    throw new BackupError(`The backup is damaged: its table ${table.name} is not one that its migrations make.`);
}

/** FREEZE: the table was created in this transaction, so a later vacuum need not rewrite its rows. */
async function copyIn(connection: Connection, table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map((column) => `"${column}"`).join(', ');
  const target = await connection.unsafe(`COPY "${table.name}" (${columns}) FROM STDIN (FREEZE)`).writable();
  await pipeline(rows, target).catch((error: Error & { code?: string }) => {
    if (!FAULTS_OF_DATA.test(error.code ?? '')) throw error;
    const sentence = `The backup is damaged: PostgreSQL refuses rows of table ${table.name} (${error.message}).`;
    throw new BackupError(sentence, { cause: error });
  });
}

/** PostgreSQL's error classes for invalid values and violated constraints. */
const FAULTS_OF_DATA = /^2[23]...$/;

async function verifyStored(connection: Connection, table: BackupTable, sums: TableSums): Promise<void> {
  const [stored] = await connection.unsafe<{ rows: bigint }[]>(`SELECT count(*) AS rows FROM "${table.name}"`);
  if (Number(stored!.rows) !== sums.rows)
    throw new BackupError(`Table ${table.name} has ${stored!.rows} rows after it was loaded with ${sums.rows}.`);
}

async function setSequences(connection: Connection, manifest: Manifest): Promise<void> {
  for (const { table, column, value } of manifest.sequences)
    await connection.unsafe(`SELECT setval(pg_get_serial_sequence($1, $2), $3::text::bigint)`, [table, column, value]);
}
