// `npm run backup`: the whole database, as it is at one moment, in one file.
import { parseArgs } from 'node:util';
import { BackupError, writeBackup } from '@subtext/db';
import { HELP } from '../../preflight/help.mjs';
import { INTERRUPTED, listenForInterruption } from '../interruption.ts';
import { DEFAULT_DATA, productVersion } from '../paths.ts';
import { consoleProgress, type Progress } from '../progress.ts';
import { UserError } from '../user-error.ts';
import { type BackupFile, openBackupFile, STANDARD_STREAM } from './backup-file.ts';
import { withStoredDatabase } from './stored-database.ts';
import { formatBytes, savedMoment, transferLine } from './transfer-line.ts';

/** `npm run backup` with its arguments. Resolves to the exit code. */
export async function backup(words: string[]): Promise<number> {
  const { file, force, data } = readOptions(words);
  const { signal } = listenForInterruption();
  // Standard output may be the backup itself.
  const progress = consoleProgress(file === STANDARD_STREAM ? process.stderr : process.stdout);
  const target = await openBackupFile(file, force);
  try {
    await withStoredDatabase(data, progress, (url) => save(url, target, { progress, signal }));
    return 0;
  } catch (error) {
    await target.discard();
    if (!signal.aborted) throw inSentence(error, target);
    progress.say(`Interrupted: nothing is left of ${target.name}.`);
    return INTERRUPTED;
  }
}

function readOptions(words: string[]) {
  const options = {
    force: { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error('Name one file for the backup.');
    return { ...values, file };
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${HELP.backup}`);
  }
}

interface Surroundings {
  progress: Progress;
  signal: AbortSignal;
}

async function save(databaseUrl: string, target: BackupFile, { progress, signal }: Surroundings): Promise<void> {
  const version = await productVersion();
  await progress.step('Backup', async (note, show) => {
    const started = Date.now();
    const summary = await writeBackup({
      databaseUrl,
      output: target.output,
      version,
      signal,
      onProgress: (transfer) => show(transferLine(transfer, Date.now() - started)),
    });
    const size = await target.keep();
    note(
      `${savedMoment(summary.takenAt, summary.tables)} in ${target.name}${size === undefined ? '' : ` (${formatBytes(size)})`}`,
    );
  });
}

/** Codes of the file system, which say what an operator can change. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function inSentence(error: unknown, { name }: BackupFile): unknown {
  if (error instanceof BackupError) return new UserError(error.message, { cause: error });
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (NO_ROOM.has(code))
    return new UserError(`There is no room for the backup in ${name} (${message}). Nothing is left of it.`);
  if (code === 'EPIPE') return new UserError('What reads the backup has ended before it was complete.');
  return syscall === undefined ? error : new UserError(`The backup could not be made: ${message}`, { cause: error });
}
