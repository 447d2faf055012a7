/**
 * Applies `prisma/migrations/*` in order. The files, the table `_prisma_migrations` and the advisory lock are Prisma's,
 * so `prisma migrate deploy` and this runner agree and never run at the same time. Prisma's own runner needs an engine
 * that is downloaded at run time.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql } from './connect.ts';
import { distribute } from './distribute.ts';
import { runStatements } from './sql-statements.ts';

export interface MigrateOptions {
  onProgress?: (line: string) => void;
  /** Another folder in Prisma's layout, for tests. */
  directory?: string;
}

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of `sql`, as Prisma computes it. */
  checksum: string;
}

/** The number of Prisma's own lock. */
export const MIGRATION_LOCK = 72707369;

export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/** Applies the missing migrations, each in its own transaction. Resolves to the names of those it applied. */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.directory);
  const sql = connect(databaseUrl, { max: 1, applicationName: 'subtext migrate' });
  try {
    await requireNewEnough(sql);
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await sql.unsafe(MIGRATIONS_TABLE);
    const pending = await pendingMigrations(sql, migrations);
    for (const migration of pending) {
      options.onProgress?.(`applying migration ${migration.name}`);
      await sql.begin((transaction) => applyMigration(transaction, migration));
    }
    await distribute(sql);
    return pending.map((migration) => migration.name);
  } finally {
    await sql.end();
  }
}

/** PostgreSQL 15 introduced NULLS NOT DISTINCT. */
const OLDEST_MAJOR = 15;

/** @throws Error when the server is older than the schema needs. */
export async function requireNewEnough(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: string }[]>`SELECT current_setting('server_version') AS version`;
  const problem = versionProblem(row?.version ?? '');
  if (problem !== undefined) throw new Error(problem);
}

/** Returns why a server of this version cannot be used; undefined when it can. */
export function versionProblem(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return undefined;
  return `Subtext needs PostgreSQL ${OLDEST_MAJOR} or later; this server is ${version}. Point DATABASE_URL at a newer one, or leave it out to use the one that comes along.`;
}

/**
 * True when every migration in this version of the code is applied; false also when the database was never migrated.
 */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const names = (await readMigrations()).map((migration) => migration.name);
  const [table] = await sql`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`;
  if (!table?.present) return false;
  const applied = await sql`SELECT migration_name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY (${names})`;
  return applied.length === names.length;
}

function migrationsDirectory(): string {
  return join(import.meta.dirname, '../../../../prisma/migrations');
}

/** Reads the migrations of this version, or of another folder, in the order in which they apply. */
export async function readMigrations(directory = migrationsDirectory()): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function pendingMigrations(sql: Sql, migrations: Migration[]): Promise<Migration[]> {
  const rows = await sql<{ migration_name: string; checksum: string; finished_at: Date | null }[]>`
    SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  const applied = new Map(rows.map((row) => [row.migration_name, row]));
  const names = new Set(migrations.map((migration) => migration.name));
  for (const row of rows) {
    if (row.finished_at === null) {
      throw new Error(
        `Migration ${row.migration_name} failed half-way (prisma migrate). Resolve it with \`prisma migrate resolve\`.`,
      );
    }
    if (!names.has(row.migration_name)) {
      throw new Error(
        `The database has migration ${row.migration_name}, which this version does not know. Use the newer Subtext.`,
      );
    }
  }
  return migrations.filter((migration) => {
    const row = applied.get(migration.name);
    if (row !== undefined && row.checksum !== migration.checksum) {
      throw new Error(`Migration ${migration.name} was changed after it had been applied to this database.`);
    }
    return row === undefined;
  });
}

/** Applies one migration in the transaction of `sql`, and records it. */
export async function applyMigration(sql: Pick<Sql, 'unsafe'>, migration: Migration): Promise<void> {
  const startedAt = new Date();
  await runStatements(sql, migration.sql);
  await sql.unsafe(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    VALUES ($1, $2, $3, $4, now(), 1)`,
    [randomUUID(), migration.checksum, migration.name, startedAt],
  );
}
