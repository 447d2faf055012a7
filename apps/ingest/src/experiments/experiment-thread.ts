/** Experiments in a thread of their own with bounded memory. */
import type { ExperimentSettings } from '@subtext/experiments';
import { runJobThread } from '../job-thread.ts';

const THREAD = new URL('./thread.ts', import.meta.url);
/** A few long conversations at a time. */
const MAX_MEMORY_MB = 512;

/** An error that is not a provider's. The experiment goes on the next time. */
export interface ExperimentMessage {
  problem: string;
}

interface ExperimentThread {
  databaseUrl: string;
  settings: ExperimentSettings;
  signal: AbortSignal;
  onMessage: (message: ExperimentMessage) => void;
}

/** Resolves when nothing can be asked now. */
export const experimentInThread = ({ databaseUrl, settings, ...thread }: ExperimentThread): Promise<void> =>
  runJobThread(THREAD, { data: { databaseUrl, settings }, maxMemoryMb: MAX_MEMORY_MB, ...thread });
