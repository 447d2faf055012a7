/** Starts the receivers of the benchmark, each as its own process that ends with the benchmark. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const started: ChildProcess[] = [];
/** Killing the receivers makes open requests fail, and everything else then stops in order. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => started.forEach((child) => child.kill('SIGKILL')));
}

interface Start {
  parameters?: string[];
  flags?: string[];
  /** For ingest, which reads its environment. */
  environment?: { DATABASE_URL: string; SUBTEXT_CHECKS?: string };
}

/** Resolves when the process listens. It prints its URL. */
export async function start(file: string, options: Start): Promise<{ child: ChildProcess; url: string }> {
  const path = new URL(file, import.meta.url).pathname;
  const { environment, flags = [], parameters = [] } = options;
  const env = { ...process.env, SUBTEXT_INGEST_PORT: '0', ...environment };
  const child = spawn(process.execPath, [...flags, path, ...parameters], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error(`${file} ended before it listened.`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
