// The embedded PostgreSQL as a supervised process. It is not our child (pg_ctl starts it), so we poll whether it runs.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, isAlive, startEmbeddedPostgres } from '@subtext/db';
import { LOG_LIMITS } from './log-file.ts';
import { type Running, Supervisor } from './supervisor.ts';

const LOOK_MS = 500;

export interface OwnPostgres {
  url: string;
  /** The actual data folder, after symbolic links. */
  directory: string;
  part: Supervisor;
}

/**
 * The caller holds the lock of the data directory, so a server that still runs in it was left behind and is stopped
 * first.
 */
export async function startPostgres(wanted: string, say: (line: string) => void): Promise<OwnPostgres> {
  await rm(join(wanted, 'owner.pid'), { force: true });
  let server = await startEmbeddedPostgres({ directory: wanted, log: LOG_LIMITS });
  const { url, directory } = server;
  const startAgain = async () => {
    await server.stop(); // processes that remain of the dead server
    server = await startEmbeddedPostgres({ directory: wanted, log: LOG_LIMITS, port: Number(new URL(url).port) });
    return running(server);
  };
  const plan = { name: 'Postgres', logFile: join(directory, 'postgres.log'), startAgain, say };
  const part = new Supervisor(plan, running(server));
  part.watch();
  return { url, directory, part };
}

function running(server: EmbeddedPostgres): Running {
  const { processId } = server;
  let timer: NodeJS.Timeout | undefined;
  const exited = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      if (isAlive(processId)) return;
      clearInterval(timer);
      resolve('its process is gone');
    }, LOOK_MS).unref();
  });
  return {
    exited,
    stop: () => (clearInterval(timer), server.stop()),
    // SIGQUIT is PostgreSQL's own "immediate": it recovers at the next start.
    killNow: () => isAlive(processId) && process.kill(processId, 'SIGQUIT'),
  };
}
