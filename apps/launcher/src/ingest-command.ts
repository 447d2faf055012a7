// `npm run quarantine` and `npm run reread`: commands of ingest that work on the database of the running Subtext.
import { spawn } from 'node:child_process';
import { DEFAULT_DATA, inRoot } from './paths.ts';
import { programEnv } from './run-program.ts';
import { databaseUrl } from './running-database.ts';

/** Runs the command with its arguments. Resolves to the exit code. */
export async function ingestCommand(command: 'quarantine' | 'reread', words: string[]): Promise<number> {
  const env = programEnv({ DATABASE_URL: await databaseUrl(DEFAULT_DATA) });
  const child = spawn(process.execPath, [inRoot(`apps/ingest/src/${command}/main.ts`), ...words], {
    stdio: 'inherit',
    env,
  });
  // On a signal the command stores its current page and says how to continue; this process waits for that. Ctrl-C in a
  // terminal reaches both processes, and a second signal would end the command at once.
  const pass = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
