// `npm run quarantine` and `npm run reread`: commands of ingest, on the database of the Subtext that runs here.
import { spawn } from 'node:child_process';
import { DEFAULT_DATA, inRoot } from './paths.ts';
import { programEnv } from './run-program.ts';
import { databaseUrl } from './running-database.ts';

/** Runs the command with its words. Resolves to the exit code. */
export async function ingestCommand(command: 'quarantine' | 'reread', words: string[]): Promise<number> {
  const env = programEnv({ DATABASE_URL: await databaseUrl(DEFAULT_DATA) });
  const child = spawn(process.execPath, [inRoot(`apps/ingest/src/${command}/main.ts`), ...words], {
    stdio: 'inherit',
    env,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
