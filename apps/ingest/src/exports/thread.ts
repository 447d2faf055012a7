/** Runs in a thread that export-thread.ts starts: exports what is due, reports runs that ended and unexpected errors, and ends. */
import { connect } from '@subtext/db';
import { parentPort, workerData } from 'node:worker_threads';
import type { ExportMessage } from './export-thread.ts';
import type { ExportSettings } from './export-settings.ts';
import { runDueExports } from './run-due-exports.ts';

/** A page, the lock of the project, and the progress. */
const CONNECTIONS = 4;
/** A page waits for the store meanwhile. */
const SILENCE_MS = 600_000;

const reply = (message: ExportMessage) => parentPort?.postMessage(message);

const { databaseUrl, settings } = workerData as { databaseUrl: string; settings: ExportSettings };
const stopped = new AbortController();
parentPort?.once('message', () => stopped.abort());
const sql = connect(databaseUrl, { max: CONNECTIONS, applicationName: 'subtext export', silenceMs: SILENCE_MS });
try {
  const ended = await runDueExports(sql, {
    settings,
    signal: stopped.signal,
    onError: (error, { id, projectId }) => {
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      reply({ id, projectId, problem });
    },
  });
  for (const { id, projectId, state, reason } of ended) reply({ id, projectId, state, reason });
} finally {
  await sql.end({ timeout: 1 });
  // With the port closed nothing keeps the thread alive.
  parentPort?.close();
}
