/**
 * Real databases for tests: one server per vitest run, started by the first test file that needs it, and one database
 * per call, cloned from a migrated template. The root's vitest.config.ts names testing-run.ts, which gives the run its
 * directory and cleans up.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Sql } from './postgres/connect.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { migrate, MIGRATION_LOCK } from './postgres/migrate.ts';
import { ensurePartitions } from './postgres/partitions.ts';

export { allTexts } from './testing/all-texts.ts';
export { storableSpan } from './testing/storable-spans.ts';

export interface TestDatabase {
  url: string;
  sql: Sql;
  /** Ends `sql` and drops the database, even if others are still connected. */
  drop(): Promise<void>;
}

/** Name of the environment variable with the directory of the run. */
export const TEST_DIRECTORY = 'SUBTEXT_TEST_DIRECTORY';

const TEMPLATE = 'subtext_template';

/**
 * Creates an empty, migrated database with partitions for today and tomorrow. Call it in `beforeAll`, and `drop()` in
 * `afterAll`. With DATABASE_URL it creates a schema on that server instead, so that the same tests run on Citus
 * (docs/scaling.md).
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env.DATABASE_URL) return createTestSchema(process.env.DATABASE_URL);
  const serverUrl = await sharedServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = databaseUrl(serverUrl, name);
  const sql = connect(url);
  const drop = async () => {
    await sql.end();
    await administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url, sql, drop };
}

async function createTestSchema(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Extensions belong to the database, not to a schema, and two concurrent callers would both create them.
  await administer(
    serverUrl,
    `SELECT pg_advisory_lock(${MIGRATION_LOCK})`,
    'CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public',
  );
  await administer(serverUrl, `CREATE SCHEMA ${name}`);
  const url = new URL(serverUrl);
  url.searchParams.set('search_path', `${name},public`);
  await migrate(url.toString());
  const sql = connect(url.toString());
  await ensureDays(sql);
  const drop = async () => {
    await sql.end();
    // Without this lock, Citus deadlocks with tables that are being distributed.
    await administer(serverUrl, `SELECT pg_advisory_lock(${MIGRATION_LOCK})`, `DROP SCHEMA ${name} CASCADE`);
  };
  return { url: url.toString(), sql, drop };
}

/**
 * Each test file runs in its own process. The first to create the directory `server` starts the server; the others wait
 * for its URL.
 */
async function sharedServer(): Promise<string> {
  const directory = process.env[TEST_DIRECTORY];
  if (directory === undefined)
    throw new Error('Tests with a database run by the vitest.config.ts at the root of the repository.');
  const urlFile = join(directory, 'url');
  const isFirst = await mkdir(join(directory, 'server')).then(
    () => true,
    () => false,
  );
  if (!isFirst) return waitForServer(urlFile);
  const owner = Number(await readFile(join(directory, 'run.pid'), 'utf8'));
  const outcome = await startServer(join(directory, 'server'), owner).then(
    (url) => ({ url }),
    (error: Error) => ({ error: error.message }),
  );
  await writeFile(`${urlFile}.new`, JSON.stringify(outcome));
  await rename(`${urlFile}.new`, urlFile);
  return waitForServer(urlFile);
}

async function waitForServer(urlFile: string): Promise<string> {
  for (;;) {
    const text = await readFile(urlFile, 'utf8').catch(() => undefined);
    if (text !== undefined) {
      const outcome = JSON.parse(text) as { url: string } | { error: string };
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.url;
    }
    await delay(20);
  }
}

/** Durability is off only here, because no test data has to survive a power failure. */
async function startServer(directory: string, owner: number): Promise<string> {
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '128MB',
    max_connections: '200',
  };
  const server = await startEmbeddedPostgres({ directory, settings, owner });
  await administer(server.url, `CREATE DATABASE ${TEMPLATE}`);
  const templateUrl = databaseUrl(server.url, TEMPLATE);
  await migrate(templateUrl);
  const sql = connect(templateUrl, { max: 1 });
  await ensureDays(sql);
  await sql.end();
  return server.url;
}

/** Creates the partitions of today and tomorrow. */
async function ensureDays(sql: Sql): Promise<void> {
  for (const daysFromNow of [0, 1]) {
    const day = new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
    await ensurePartitions(sql, day);
  }
}

async function administer(serverUrl: string, ...statements: string[]): Promise<void> {
  const sql = connect(serverUrl, { max: 1 });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
