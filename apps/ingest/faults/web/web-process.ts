/** The built web app as it runs for its users: a process of its own, of which memory and event loop are measured. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, forgetPeakMemory, freePort, peakMemory } from '../ingest-process.ts';
import { childrenOf } from './child-processes.ts';

export const WEB_DIRECTORY = join(import.meta.dirname, '../../../web');
const MAIN = join(WEB_DIRECTORY, 'src/server/main.ts');
const PROBE = join(import.meta.dirname, 'event-loop-probe.ts');
/** A busy machine may take long. */
const READY_MS = 120_000;
const POLL_MS = 50;

export interface WebProcess {
  port: number;
  env: Record<string, string>;
  /** Peak of the web process since the last call of `forget`, in bytes; 0 without /proc. */
  peakMemory(): Promise<number>;
  /** Peaks of the child processes that still run, added up, in bytes. */
  peakMemoryOfReaders(): Promise<number>;
  /** The longest block of the event loop in milliseconds, since the last call of `forget`. */
  longestBlock(): Promise<number>;
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when it answers. */
export async function startWeb(databaseUrl: string): Promise<WebProcess> {
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    SUBTEXT_WEB_URL: `http://127.0.0.1:${port}`,
    SUBTEXT_AUTH_SECRET: 'a secret only for this run, long enough',
    SUBTEXT_READS_PER_MINUTE: '0',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const child = spawn(process.execPath, ['--import', PROBE, MAIN, '--port', String(port)], {
    cwd: WEB_DIRECTORY,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answers(child, port);
  const processId = child.pid!;
  return {
    port,
    env,
    peakMemory: () => peakMemory(processId),
    async peakMemoryOfReaders() {
      const peaks = await Promise.all((await childrenOf(processId)).map(peakMemory));
      return peaks.reduce((sum, peak) => sum + peak, 0);
    },
    async longestBlock() {
      child.send('longest-block');
      const [{ longestBlockMs }] = (await once(child, 'message')) as [{ longestBlockMs: number }];
      return longestBlockMs;
    },
    async forget() {
      await Promise.all([processId, ...(await childrenOf(processId))].map(forgetPeakMemory));
      child.send('forget-blocks');
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while ((await ask(port, '/api/healthz')) !== 200) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('The web app did not become ready. Is it built? `npm run build` builds it.');
    }
    await delay(POLL_MS);
  }
}
