// The database that a command works on: the user's own, or that of the Subtext that runs in this checkout.
import { readFile } from 'node:fs/promises';
import { runFileOf } from './data-directory.ts';
import { UserError } from './user-error.ts';

/**
 * URL of the database: DATABASE_URL where it is set, else that of the Subtext that runs on `data`, its data directory.
 * @throws UserError when none runs there.
 */
export async function databaseUrl(data: string): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const run = await readFile(runFileOf(data), 'utf8').catch(() => undefined);
  if (run === undefined)
    throw new UserError('Subtext does not run here. Start it with `npm start`, or set DATABASE_URL to its Postgres.');
  return (JSON.parse(run) as { webEnv: { DATABASE_URL: string } }).webEnv.DATABASE_URL;
}
