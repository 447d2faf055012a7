import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCK, lockDirectory } from './directory-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-lock-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const heldBy = (holder: object) => writeFile(join(directory, LOCK), JSON.stringify(holder));

it('refuses a second export while the first one writes, and names its process', async () => {
  const release = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid} on ${hostname()}`);
  await release();
  expect(await readdir(directory)).toEqual([]);
  await (
    await lockDirectory(directory)
  )();
});

it('lets one of two that begin at the same time write', async () => {
  const begun = await Promise.allSettled([lockDirectory(directory), lockDirectory(directory)]);
  expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it('takes over the lock of a process that was killed', async () => {
  const child = spawn(process.execPath, ['--version']);
  await once(child, 'exit');
  await heldBy({ process: child.pid, host: hostname() });
  await (
    await lockDirectory(directory)
  )();
});

it('takes over a lock of another machine only when nothing has touched it for a minute', async () => {
  await heldBy({ process: 1, host: 'elsewhere' });
  await expect(lockDirectory(directory)).rejects.toThrow('process 1 on elsewhere');
  const past = new Date(Date.now() - 61_000);
  await utimes(join(directory, LOCK), past, past);
  await (
    await lockDirectory(directory)
  )();
});
