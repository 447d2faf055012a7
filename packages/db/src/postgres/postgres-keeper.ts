/**
 * Makes sure that an embedded server never outlives the process that it belongs to. A keeper, which is this file run as
 * a program, holds one end of a pipe to that process. The system closes the pipe however the process ends, and then the
 * keeper stops the server in order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const BEGIN_AGAIN_MS = 200;

export interface Keeper {
  /** Call it when the server has stopped. */
  end(): void;
}

/** Starts a keeper that stops the server in `directory` when the current process ends. A killed keeper is replaced. */
export function keepServer(directory: string): Keeper {
  let isNeeded = true;
  let keeper: ChildProcess;
  const begin = () => {
    keeper = spawn(process.execPath, [import.meta.filename, directory, String(process.pid)], {
      // Ctrl-C and a closed terminal must not reach it.
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    keeper.stdin!.on('error', () => {}); // the keeper was killed: 'close' follows
    keeper.on('error', () => {});
    keeper.on('close', () => setTimeout(() => isNeeded && begin(), BEGIN_AGAIN_MS).unref());
    keeper.unref();
    (keeper.stdin as unknown as { unref(): void }).unref();
  };
  begin();
  const end = () => {
    isNeeded = false;
    keeper.kill('SIGKILL');
  };
  return { end };
}

/** The process id of the server in `directory`, from PostgreSQL's own pid file. */
export async function postmasterId(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** True when the process runs, under any user. */
export function isAlive(processId: number): boolean {
  if (!(processId > 0)) return false;
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // alive, under another user
  }
}

/** A server that was just being started becomes visible within this time. */
const LOOK_AGAIN_MS = 5_000;
const POLL_MS = 100;
const FAST_STOP_MS = 60_000;

/** @param owner the process that has ended. Does not stop a server that another process has started since. */
async function stopServerOf(directory: string, owner: number): Promise<void> {
  for (const until = Date.now() + LOOK_AGAIN_MS; Date.now() < until; await delay(POLL_MS)) {
    // In this order, because a process that starts a server writes itself into owner.pid first.
    const processId = await postmasterId(directory);
    const currentOwner = await readFile(join(directory, 'owner.pid'), 'utf8').catch(() => '');
    if (Number(currentOwner) !== owner) return;
    if (processId !== undefined && isAlive(processId)) return stopInOrder(processId);
  }
}

/**
 * SIGINT is PostgreSQL's "fast" shutdown (open transactions are rolled back). SIGQUIT is its "immediate" shutdown (it
 * recovers at the next start).
 */
async function stopInOrder(processId: number): Promise<void> {
  process.kill(processId, 'SIGINT');
  for (const until = Date.now() + FAST_STOP_MS; Date.now() < until; await delay(POLL_MS)) {
    if (!isAlive(processId)) return;
  }
  process.kill(processId, 'SIGQUIT');
}

if (import.meta.main) {
  const [directory, owner] = process.argv.slice(2);
  // Ignored, because a signal to the whole process group (systemd) must end the owner first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.stdin.resume().once('close', () => void stopServerOf(directory!, Number(owner)));
}
