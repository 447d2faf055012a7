// A whole Subtext for tests: production build, free ports, a data directory that goes with it.
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type System,
  freePort,
  openDataDirectory,
  removeDataDirectory,
  signInLink,
  silentProgress,
  startSystem,
} from '@subtext/launcher';

/** What tests need to know. */
export interface SystemFacts {
  webUrl: string;
  ingestUrl: string;
  ingestKey: string;
  webEnv: Record<string, string>;
  logs: string;
}

export interface RunningSystem {
  facts: SystemFacts;
  stop(): Promise<void>;
}

/** A new system without sessions and traces. */
export async function runSystem(): Promise<RunningSystem> {
  const directory = await mkdtemp(join(tmpdir(), 'subtext-e2e-'));
  // PostgreSQL's user may enter, so that its data stays here and an interrupted run leaves nothing below /var/lib.
  await chmod(directory, 0o711);
  const data = await openDataDirectory(directory);
  const [port, ingestPort] = [await freePort(), await freePort()];
  const { signal } = new AbortController();
  const system: System = await startSystem({
    data,
    port,
    ingestPort,
    isDevelopment: false,
    progress: silentProgress,
    signal,
  });
  const { webUrl, ingestUrl, ingestKey, webEnv } = system;
  const stop = async () => {
    await system.stop();
    await data.unlock();
    await removeDataDirectory(data.path);
  };
  return { facts: { webUrl, ingestUrl, ingestKey, webEnv, logs: data.logs }, stop };
}

/** A link that signs in once. */
export function newSignInLink({ webEnv, logs }: SystemFacts): Promise<string> {
  return signInLink(webEnv, logs);
}
