/** Runs in a thread that experiment-thread.ts starts: asks what is open, reports unexpected errors, and ends. */
import { runExperiments, type ExperimentSettings } from '@subtext/experiments';
import { inJobThread, problemOf } from '../job-thread.ts';
import type { ExperimentMessage } from './experiment-thread.ts';

/** Two questions at a time, each in short transactions. */
const CONNECTIONS = 4;

await inJobThread<{ settings: ExperimentSettings }, ExperimentMessage>(
  { max: CONNECTIONS, applicationName: 'subtext experiments' },
  async ({ sql, data: { settings }, signal, report }) => {
    try {
      await runExperiments(sql, { settings, signal });
    } catch (error) {
      report({ problem: problemOf(error) });
    }
  },
);
