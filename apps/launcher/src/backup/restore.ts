// `npm run restore`: a backup becomes the database of a data directory that has none, or of DATABASE_URL.
import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { BackupError, checkBackup, type RestoreSummary, restoreBackup, type TransferProgress } from '@subtext/db';
import { HELP } from '../../preflight/help.mjs';
import { openDataDirectory } from '../data-directory.ts';
import { INTERRUPTED, listenForInterruption } from '../interruption.ts';
import { DEFAULT_DATA } from '../paths.ts';
import { consoleProgress, type Progress } from '../progress.ts';
import { UserError } from '../user-error.ts';
import { pathFromUser, requireReadable, STANDARD_STREAM } from './backup-file.ts';
import { createCluster } from './new-cluster.ts';
import { restoredTables } from './restored-tables.ts';
import { savedMoment, transferLine } from './transfer-line.ts';

/** `npm run restore` with its arguments. Resolves to the exit code. */
export async function restore(words: string[]): Promise<number> {
  const options = readOptions(words);
  const { signal } = listenForInterruption();
  const progress = consoleProgress();
  const input = await openInput(options.file);
  const surroundings = { input, progress, signal };
  try {
    if (options.check) await check(surroundings);
    else if (process.env.DATABASE_URL) await restoreInto(process.env.DATABASE_URL, surroundings);
    else await restoreIntoDirectory(options.data, options.replace, surroundings);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw inSentence(error);
    progress.say('Interrupted: nothing was restored, and what was there before is unchanged.');
    return INTERRUPTED;
  } finally {
    input.stream.destroy();
  }
}

function readOptions(words: string[]) {
  const options = {
    check: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error('Name the file of one backup.');
    if (values.replace && process.env.DATABASE_URL)
      throw new Error(
        '--replace is for the database in a data directory. Name a new database in DATABASE_URL instead.',
      );
    return { ...values, file };
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${HELP.restore}`);
  }
}

interface Input {
  stream: Readable;
  /** The share of the file that was read so far, 0 to 1; undefined for standard input. */
  fraction(): number | undefined;
}

async function openInput(file: string): Promise<Input> {
  if (file === STANDARD_STREAM) return { stream: process.stdin, fraction: () => undefined };
  const path = pathFromUser(file);
  await requireReadable(path);
  const { size } = statSync(path);
  const stream = createReadStream(path);
  return { stream, fraction: () => (size === 0 ? undefined : stream.bytesRead / size) };
}

interface Surroundings {
  input: Input;
  progress: Progress;
  signal: AbortSignal;
}

async function check({ input, progress, signal }: Surroundings): Promise<void> {
  signal.throwIfAborted();
  signal.addEventListener('abort', () => input.stream.destroy(new Error('interrupted')), { once: true });
  const summary = await progress.step('Check', async (note, show) => {
    const checked = await checkBackup({ input: input.stream, onProgress: showTransfer(input, show) });
    note(describe(checked));
    return checked;
  });
  progress.say(restoredTables(summary));
}

async function restoreInto(databaseUrl: string, { input, progress, signal }: Surroundings): Promise<void> {
  const summary = await progress.step('Restore', async (note, show) => {
    const restored = await restoreBackup({
      databaseUrl,
      input: input.stream,
      signal,
      onProgress: showTransfer(input, show),
      onStep: show,
    });
    note(describe(restored));
    return restored;
  });
  progress.say(restoredTables(summary));
  if (summary.newMigrations.length > 0)
    progress.say(`Migrations that came after the backup, applied to it: ${summary.newMigrations.length}.`);
  progress.say(AFTERWARDS);
}

const AFTERWARDS = `
Everybody signs in again: npm start and npm run sign-in-link print a link. API keys and share links that were revoked since the backup
are valid again, and members who were removed since are members again: look at Settings.`;

async function restoreIntoDirectory(data: string, isReplacing: boolean, surroundings: Surroundings): Promise<void> {
  const directory = await openDataDirectory(data);
  try {
    const cluster = await createCluster(directory, isReplacing);
    try {
      await restoreInto(cluster.url, surroundings);
      const replaced = await cluster.keep();
      surroundings.progress.say(`The database is in ${directory.postgres}.`);
      if (replaced !== undefined)
        surroundings.progress.say(`The one from before is in ${replaced}: remove it when you no longer need it.`);
    } catch (error) {
      await cluster.discard();
      throw error;
    }
  } finally {
    await directory.unlock();
  }
}

function showTransfer(input: Input, show: (line: string) => void) {
  const started = Date.now();
  return (transfer: Omit<TransferProgress, 'fraction'>) =>
    show(transferLine({ ...transfer, fraction: input.fraction() }, Date.now() - started));
}

function describe({ manifest, tables }: Pick<RestoreSummary, 'manifest' | 'tables'>): string {
  return `${savedMoment(manifest.takenAt, tables)}, by Subtext ${manifest.version}: every count and checksum is as it was saved`;
}

/** PostgreSQL's code for a full disk. */
const DISK_FULL = '53100';

function inSentence(error: unknown): unknown {
  if (error instanceof BackupError) return new UserError(error.message, { cause: error });
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === DISK_FULL)
    return new UserError(`There is no room for the database (${message}). Nothing was restored.`, { cause: error });
  return error;
}
