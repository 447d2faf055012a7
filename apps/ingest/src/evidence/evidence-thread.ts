/** Checks traces in a thread of their own with bounded memory, so that requests are not delayed. */
import { runJobThread } from '../job-thread.ts';
import type { CheckOutcome } from './check-due-traces.ts';

const THREAD = new URL('./thread.ts', import.meta.url);
/** The requests of one trace, their index, and its steps. */
const MAX_MEMORY_MB = 1_024;

interface EvidenceThread {
  databaseUrl: string;
  signal: AbortSignal;
  onOutcome: (outcome: CheckOutcome) => void;
}

/** Resolves when nothing was due for a while. A trace whose check is aborted is checked the next time. */
export const checkInThread = ({ databaseUrl, signal, onOutcome }: EvidenceThread): Promise<void> =>
  runJobThread(THREAD, { data: { databaseUrl }, maxMemoryMb: MAX_MEMORY_MB, signal, onMessage: onOutcome });
