/** The database that is filled and measured: yours, or one in a data directory that `npm start -- --data DIR` opens, too. */
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@subtext/db';

export interface ScaleDatabase {
  url: string;
  close(): Promise<void>;
}

/** What is generated can be generated again: nothing waits for the disk, and indexes are built with room. */
const FILLING = {
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '3GB',
  maintenance_work_mem: '512MB',
};

/** undefined when neither a directory nor DATABASE_URL is given. */
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
