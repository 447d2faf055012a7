/** Reads a whole backup and compares every checksum, without a database. */
import { openArchive } from './archive-reader.ts';
import type { RestoreOptions, RestoreSummary } from './restore-backup.ts';
import { RowSums, verifySums } from './row-sums.ts';

/** @throws BackupError when any part is missing or damaged. */
export async function checkBackup(
  options: Pick<RestoreOptions, 'input' | 'onProgress'>,
): Promise<Pick<RestoreSummary, 'manifest' | 'tables'>> {
  const archive = await openArchive(options.input);
  const sums = new RowSums(options.onProgress);
  for (const { name } of archive.manifest.tables) {
    for await (const rows of sums.through(name, archive.rowsOf(name))) void rows;
  }
  verifySums(sums.all(), await archive.sums());
  return { manifest: archive.manifest, tables: sums.all() };
}
