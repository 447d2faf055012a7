/**
 * Setup and teardown of a vitest run: creates a directory for the shared server of testing.ts, and removes it, also
 * those of runs that were killed.
 */
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { isAlive, keepServer } from './postgres/postgres-keeper.ts';
import { TEST_DIRECTORY } from './testing.ts';

const PREFIX = 'subtext-test-';

/** vitest calls it once before the workers start, and calls the returned function after the last one. */
export async function setup(): Promise<() => Promise<void>> {
  await removeKilledRuns();
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  await writeFile(join(directory, 'run.pid'), String(process.pid));
  // The server's own user must reach it when the tests run as root. Test processes come and go; the server ends with
  // this process.
  await chmod(directory, 0o711);
  const keeper = keepServer(join(directory, 'server'));
  process.env[TEST_DIRECTORY] = directory;
  return async () => {
    await removeRun(directory);
    keeper.end();
  };
}

async function removeKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = join(tmpdir(), name);
    const owner = await readFile(join(directory, 'run.pid'), 'utf8').catch(() => undefined);
    if (owner !== undefined && !isAlive(Number(owner))) await removeRun(directory);
  }
}

async function removeRun(directory: string): Promise<void> {
  await removeEmbeddedPostgres(join(directory, 'server'));
  await rm(directory, { recursive: true, force: true });
}
