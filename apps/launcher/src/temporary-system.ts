// A whole Subtext on free ports, with a data directory that is removed when it stops: for browser tests and for the
// conformance of frameworks. Needs a build.
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory, type DataDirectory } from './data-directory.ts';
import { freePort } from './ports.ts';
import { silentProgress } from './progress.ts';
import { removeDataDirectory } from './remove-data-directory.ts';
import { startSystem, type System } from './system.ts';

export interface TemporarySystem {
  system: System;
  logs: string;
  stop(): Promise<void>;
}

export async function startTemporarySystem(name: string): Promise<TemporarySystem> {
  const directory = await mkdtemp(join(tmpdir(), `subtext-${name}-`));
  // PostgreSQL's user may enter, so that its data stays here and an interrupted run leaves nothing below /var/lib.
  await chmod(directory, 0o711);
  const data = await openDataDirectory(directory);
  const system = await startOnFreePorts(data);
  const stop = async () => {
    await system.stop();
    await data.unlock();
    await removeDataDirectory(data.path);
  };
  return { system, logs: data.logs, stop };
}

/** Another process may take a port between the moment when it was found free and the start of the server on it. */
const STARTS = 3;

async function startOnFreePorts(data: DataDirectory): Promise<System> {
  const { signal } = new AbortController();
  for (let start = 1; ; start += 1) {
    const [port, ingestPort] = [await freePort(), await freePort()];
    const options = { data, port, ingestPort, isDevelopment: false, progress: silentProgress, signal };
    try {
      return await startSystem(options);
    } catch (error) {
      if (start === STARTS) throw error;
    }
  }
}
