// For tests and benchmarks: removes a data directory and its database, which is elsewhere when PostgreSQL's user cannot
// enter the directory.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@subtext/db';

/** Only a PostgreSQL that was left behind may still run on it. */
export async function removeDataDirectory(path: string): Promise<void> {
  await removeEmbeddedPostgres(join(path, 'postgres'));
  await rm(path, { recursive: true, force: true });
}
