// A PostgreSQL that is filled beside the place where `npm start` looks for it, and moved there when it is complete.
import { rename, rm } from 'node:fs/promises';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@subtext/db';
import type { DataDirectory } from '../data-directory.ts';
import { orSentence, UserError } from '../user-error.ts';
import { hasCluster } from './stored-database.ts';

export interface NewCluster {
  url: string;
  /** Stops it and gives it its place. Resolves to where the one from before has gone, if there was one. */
  keep(): Promise<string | undefined>;
  /** Stops and removes it; what was there before is as it was. */
  discard(): Promise<void>;
}

/**
 * Nothing else reads or copies it while it is filled, so the rows of new tables go to their files alone and not to the
 * write-ahead log as well.
 */
const FILLING = { wal_level: 'minimal', max_wal_senders: '0' };

/**
 * The caller holds the lock of the directory. @throws UserError when it has a database and that should not be replaced.
 */
export async function createCluster(directory: DataDirectory, isReplacing: boolean): Promise<NewCluster> {
  const { postgres } = directory;
  const isThere = hasCluster(postgres);
  if (isThere && !isReplacing)
    throw new UserError(
      `${postgres} has a database already. Restore into another directory with --data DIR, or set this one aside with --replace.`,
    );
  const filling = `${postgres}.restoring`;
  // What a restore that was killed has left.
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
