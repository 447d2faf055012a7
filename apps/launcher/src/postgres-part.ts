// The embedded Postgres as a part of the system. It is no child of ours (pg_ctl starts it), so its life is looked at now and then.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@subtext/db';
import { endOfLog, LOG_LIMITS } from './log-file.ts';
import type { Part } from './part.ts';
import { UserError } from './user-error.ts';

const LOOK_MS = 2000;

/** The caller holds the lock of the data directory: a server that still runs in it was left behind, and is stopped first. */
export async function startPostgres(directory: string): Promise<{ url: string; part: Part }> {
  await rm(join(directory, 'owner.pid'), { force: true });
  const postgres = await startEmbeddedPostgres({ directory, log: LOG_LIMITS });
  const processId = await postmasterId(directory);
  const watch = watchProcess(processId);
  const failed = watch.gone.then(async () => {
    return new UserError(`Postgres stopped unexpectedly. ${await endOfLog(join(directory, 'postgres.log'))}`);
  });
  const part: Part = {
    name: 'Postgres',
    failed,
    stop: () => (watch.end(), postgres.stop()),
    // SIGQUIT is Postgres' own "immediate": it recovers at the next start.
    killNow: () => processId !== undefined && isAlive(processId) && process.kill(processId, 'SIGQUIT'),
  };
  return { url: postgres.url, part };
}

/** The first line of Postgres' own pid file. */
async function postmasterId(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

function watchProcess(processId: number | undefined): { gone: Promise<void>; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<void>((resolve) => {
    if (processId === undefined) return;
    timer = setInterval(() => {
      if (isAlive(processId)) return;
      clearInterval(timer);
      resolve();
    }, LOOK_MS).unref();
  });
  return { gone, end: () => clearInterval(timer) };
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // alive, under another user
  }
}
