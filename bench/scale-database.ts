/**
 * Opens the database to fill and measure: your own, or one in a data directory that `npm start -- --data DIR` can open,
 * too.
 */
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@subtext/db';

export interface ScaleDatabase {
  url: string;
  close(): Promise<void>;
}

/** Generated data can be generated again, so nothing waits for the disk, and indexes get more memory to be built. */
const FILLING = {
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '3GB',
  maintenance_work_mem: '512MB',
};

/** undefined when there is neither a directory nor DATABASE_URL. */
export async function openDatabase(
  directory: string | undefined,
  { filling = false } = {},
): Promise<ScaleDatabase | undefined> {
  if (directory === undefined) {
    const url = process.env.DATABASE_URL;
    return url ? { url, close: () => Promise.resolve() } : undefined;
  }
  const settings = filling ? FILLING : {};
  const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), settings });
  return { url: server.url, close: () => server.stop() };
}
