/** Runs in a thread that export-thread.ts starts: exports what is due, reports runs that ended and unexpected errors, and ends. */
import { inJobThread, problemOf } from '../job-thread.ts';
import type { ExportMessage } from './export-thread.ts';
import type { ExportSettings } from './export-settings.ts';
import { runDueExports } from './run-due-exports.ts';

/** A page, the lock of the project, and the progress. */
const CONNECTIONS = 4;
/** A page waits for the store meanwhile. */
const SILENCE_MS = 600_000;

await inJobThread<{ settings: ExportSettings }, ExportMessage>(
  { max: CONNECTIONS, applicationName: 'subtext export', silenceMs: SILENCE_MS },
  async ({ sql, data: { settings }, signal, report }) => {
    const ended = await runDueExports(sql, {
      settings,
      signal,
      onError: (error, { id, projectId }) => report({ id, projectId, problem: problemOf(error) }),
    });
    for (const { id, projectId, state, reason } of ended) report({ id, projectId, state, reason });
  },
);
