/**
 * Background work in a thread of its own with bounded memory, so that requests are not delayed. The thread ends by
 * itself when it has nothing to do; `runJobThread` is for the process that starts it, and `inJobThread` for the file that
 * runs in it.
 */
import { connect, type Sql } from '@subtext/db';
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

interface JobThread<Message> {
  /** Cloned into the thread. */
  data: Readonly<Record<string, unknown>> & { databaseUrl: string };
  maxMemoryMb: number;
  /** Asks the thread to stop. */
  signal: AbortSignal;
  onMessage: (message: Message) => void;
}

/** Resolves when the thread has ended, and rejects when it fails. */
export async function runJobThread<Message>(
  file: URL,
  { data, maxMemoryMb, signal, onMessage }: JobThread<Message>,
): Promise<void> {
  const worker = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', onMessage);
  try {
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

interface Job<Data, Message> {
  sql: Sql;
  data: Data;
  /** Aborts when the process asks the thread to stop. */
  signal: AbortSignal;
  report: (message: Message) => void;
}

/** Runs the job with connections of its own, and closes them when it is done or has failed. */
export async function inJobThread<Data, Message>(
  connection: { max: number; applicationName: string; silenceMs?: number },
  run: (job: Job<Data, Message>) => Promise<void>,
): Promise<void> {
  const data = workerData as Data & { databaseUrl: string };
  const stopped = new AbortController();
  parentPort?.once('message', () => stopped.abort());
  const sql = connect(data.databaseUrl, connection);
  try {
    await run({ sql, data, signal: stopped.signal, report: (message) => parentPort?.postMessage(message) });
  } finally {
    await sql.end({ timeout: 1 });
    // With the port closed nothing keeps the thread alive.
    parentPort?.close();
  }
}

/** With its stack, for the log. */
export const problemOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
