// A new PostgreSQL cluster that is filled next to its final path and moved there when it is complete.
import { rename, rm } from 'node:fs/promises';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@subtext/db';
import type { DataDirectory } from '../data-directory.ts';
import { orSentence, UserError } from '../user-error.ts';
import { hasCluster } from './stored-database.ts';

export interface NewCluster {
  url: string;
  /** Stops it and moves it to its final path. Resolves to the new path of the previous cluster, if there was one. */
  keep(): Promise<string | undefined>;
  /** Stops and removes it; the previous cluster stays unchanged. */
  discard(): Promise<void>;
}

/**
 * Nothing else reads or copies it while it is filled, so rows of new tables need not go to the write-ahead log.
 */
const FILLING = { wal_level: 'minimal', max_wal_senders: '0' };

/**
 * The caller holds the lock of the directory.
 * @throws UserError when it has a database and that should not be replaced.
 */
export async function createCluster(directory: DataDirectory, isReplacing: boolean): Promise<NewCluster> {
  const { postgres } = directory;
  const isThere = hasCluster(postgres);
  if (isThere && !isReplacing)
    throw new UserError(
      `${postgres} has a database already. Restore into another directory with --data DIR, or set this one aside with --replace.`,
    );
  const filling = `${postgres}.restoring`;
  // Removes what a killed restore left behind.
  await removeEmbeddedPostgres(filling);
  const starting = startEmbeddedPostgres({ directory: filling, settings: FILLING });
  const server = await orSentence(starting, 'Postgres did not start');
  return {
    url: server.url,
    async keep() {
      await server.stop();
      const replaced = `${postgres}.replaced-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
      if (isThere) await rename(postgres, replaced);
      else await rm(postgres, { recursive: true, force: true });
      await rename(filling, postgres);
      return isThere ? replaced : undefined;
    },
    discard: () => removeEmbeddedPostgres(filling),
  };
}
