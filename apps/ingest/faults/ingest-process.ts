/**
 * Runs ingest as a process, as users do, measures its memory and checks its health. Reading /proc works only on Linux.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface IngestProcess {
  processId: number;
  /** Exit code, or null when a signal ended it. */
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  /** Peak memory since the last call of `forgetPeak`, in bytes; 0 without /proc. */
  peakMemory(): Promise<number>;
  forgetPeak(): Promise<void>;
}

export interface IngestPlan {
  databaseUrl: string;
  port: number;
  /** Node arguments before the program, e.g. a module that sets the clock back. */
  nodeArguments?: string[];
}

/** A busy machine may take long. */
const READY_MS = 120_000;
const POLL_MS = 20;

/** Resolves when it is ready. */
export async function startIngest({ databaseUrl, port, nodeArguments = [] }: IngestPlan): Promise<IngestProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SUBTEXT_INGEST_PORT: String(port),
    SUBTEXT_INGEST_GRPC_PORT: '0',
    SUBTEXT_LOG_LEVEL: 'fatal',
  };
  const main = join(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, [...nodeArguments, main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let isGone = false;
  void exited.then(() => (isGone = true));
  const deadline = Date.now() + READY_MS;
  while ((await ask(port, '/readyz')) !== 200) {
    if (isGone || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('Ingest did not become ready.');
    }
    await delay(POLL_MS);
  }
  const processId = child.pid!;
  return {
    processId,
    exited,
    kill: (signal) => void child.kill(signal),
    peakMemory: () => peakMemory(processId),
    forgetPeak: () => forgetPeakMemory(processId),
  };
}

/** Status of a GET; 0 = no response. */
export function ask(port: number, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}

/** Peak memory of a process since its start or `forgetPeakMemory`, in bytes; 0 without /proc. */
export async function peakMemory(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

export const forgetPeakMemory = (processId: number): Promise<void> =>
  writeFile(`/proc/${processId}/clear_refs`, '5').catch(() => {});

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
