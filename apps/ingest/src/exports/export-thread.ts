/** Exports in a thread of their own with bounded memory, so that requests are not delayed by encoding and hashing. */
import type { ExportRun } from '@subtext/db';
import { runJobThread } from '../job-thread.ts';
import type { ExportSettings } from './export-settings.ts';

const THREAD = new URL('./thread.ts', import.meta.url);
/** A page of 10,000 spans needs some 100 MB. */
const MAX_MEMORY_MB = 512;

type EndedExport = Pick<ExportRun, 'id' | 'projectId' | 'state' | 'reason'>;
type UnexpectedError = Pick<ExportRun, 'id' | 'projectId'> & { problem: string };
/** What the thread reports. */
export type ExportMessage = EndedExport | UnexpectedError;

interface ExportThread {
  databaseUrl: string;
  settings: ExportSettings;
  signal: AbortSignal;
  onMessage: (message: ExportMessage) => void;
}

/** Resolves when nothing is due any more. A run that is aborted goes on the next time. */
export const exportInThread = ({ databaseUrl, settings, ...thread }: ExportThread): Promise<void> =>
  runJobThread(THREAD, { data: { databaseUrl, settings }, maxMemoryMb: MAX_MEMORY_MB, ...thread });
