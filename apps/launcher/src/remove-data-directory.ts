// For tests and benchmarks: a data directory goes with its database, which is elsewhere when PostgreSQL's user cannot
// enter the directory.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@subtext/db';

/** Nothing may run on it but a PostgreSQL that was left behind. */
export async function removeDataDirectory(path: string): Promise<void> {
  await removeEmbeddedPostgres(join(path, 'postgres'));
  await rm(path, { recursive: true, force: true });
}
