// The database to back up: the user's own, that of the running Subtext, or that of a stopped one, which is started only
// for the backup.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DataDirectory, openDataDirectory } from '../data-directory.ts';
import { startPostgres } from '../postgres-part.ts';
import type { Progress } from '../progress.ts';
import { databaseUrl } from '../running-database.ts';
import { orSentence, UserError } from '../user-error.ts';

/** Runs `work` with the URL of the database of `data`, a data directory. @throws UserError when there is none. */
export async function withStoredDatabase<Result>(
  data: string,
  progress: Progress,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const path = resolve(data);
  if (!existsSync(path)) throw noDatabase(path);
  const directory = await openDataDirectory(path).catch(() => undefined);
  if (directory === undefined) return work(await runningUrl(path));
  try {
    return await withStoppedDatabase(directory, progress, work);
  } finally {
    await directory.unlock();
  }
}

function runningUrl(path: string): Promise<string> {
  return databaseUrl(path).catch(() => {
    throw new UserError(`The Subtext on ${path} is starting or stopping. Try again in a moment.`);
  });
}

async function withStoppedDatabase<Result>(
  directory: DataDirectory,
  progress: Progress,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  if (!hasCluster(directory.postgres)) throw noDatabase(directory.path);
  const { url, part } = await progress.step('Postgres', async (note) => {
    note(`started for this alone, with the data in ${directory.postgres}`);
    return orSentence(startPostgres(directory.postgres, progress.say), 'Postgres did not start');
  });
  try {
    return await work(url);
  } finally {
    await part.stop();
  }
}

/** True when a PostgreSQL has its data in `directory`. */
export const hasCluster = (directory: string): boolean => existsSync(join(directory, 'data', 'PG_VERSION'));

const noDatabase = (path: string) =>
  new UserError(`There is no database in ${path}. Name its data directory with --data, or set DATABASE_URL.`);
