// A whole Subtext on free ports, with a data directory that is removed when it stops: for browser tests and for the
// conformance of frameworks. Needs a build.
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from './data-directory.ts';
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
  const [port, ingestPort] = [await freePort(), await freePort()];
  const { signal } = new AbortController();
  const system = await startSystem({ data, port, ingestPort, isDevelopment: false, progress: silentProgress, signal });
  const stop = async () => {
    await system.stop();
    await data.unlock();
    await removeDataDirectory(data.path);
  };
  return { system, logs: data.logs, stop };
}
