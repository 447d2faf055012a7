/** One program at a time writes increments to a directory. A killed one leaves its lock, which the next one takes over. */
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { ExportProblem } from './manifest.ts';

export const LOCK = '.export.lock';

/** How often its holder touches the lock. */
const TOUCHED_MS = 10_000;
/** A lock that was not touched for so long has no holder. */
const LEFT_MS = 60_000;

const HOLDER = z.object({ process: z.int().positive(), host: z.string() });

/** Resolves to what releases the lock. @throws ExportProblem while another program has it. */
export async function lockDirectory(root: string): Promise<() => Promise<void>> {
  const path = join(root, LOCK);
  await mkdir(root, { recursive: true });
  if (!(await created(path))) {
    await refuseHeld(path);
    // Of two that find a left lock, one moves it away.
    await rename(path, `${path}.left`).catch(ignoreMissing);
    if (!(await created(path))) throw new ExportProblem(`Another export has begun to write to this place. ${WAIT}`);
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), TOUCHED_MS);
  touching.unref();
  return async () => {
    clearInterval(touching);
    await rm(path, { force: true });
  };
}

const WAIT = 'Wait until it has finished, or export to another place.';

async function created(path: string): Promise<boolean> {
  const holder = { process: process.pid, host: hostname() } satisfies z.output<typeof HOLDER>;
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function refuseHeld(path: string): Promise<void> {
  const touched = await stat(path).catch(ignoreMissing);
  if (!touched || Date.now() - touched.mtimeMs > LEFT_MS) return;
  const holder = holderOf(await readFile(path, 'utf8').catch(() => ''));
  if (holder?.host === hostname() && !isRunning(holder.process)) return;
  const who = holder ? ` (process ${holder.process} on ${holder.host})` : '';
  throw new ExportProblem(`Another export writes to this place${who}. ${WAIT}`);
}

/** undefined: its holder is about to write it. */
function holderOf(text: string): z.output<typeof HOLDER> | undefined {
  try {
    return HOLDER.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It runs for another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
