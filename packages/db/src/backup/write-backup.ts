/** Backs up one moment of a database: copies it table by table into one compressed file while others write. */
import type { Writable } from 'node:stream';
import { connect, type Sql } from '../postgres/connect.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { type BackupTable, type Manifest, MANIFEST_ENTRY, SUMS_ENTRY, type TableSums } from './manifest.ts';
import { RowSums, type RowProgress } from './row-sums.ts';
import { type Connection, openSnapshot } from './snapshot.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface TransferProgress extends RowProgress {
  /** The estimated share of the work that is done, 0 to 1; undefined while there is no estimate. */
  fraction: number | undefined;
}

export interface BackupOptions {
  databaseUrl: string;
  /** Receives the archive. It is ended when the archive is complete. */
  output: Writable;
  /** The version of Subtext, for the manifest. */
  version: string;
  onProgress?: (progress: TransferProgress) => void;
  signal?: AbortSignal;
}

export interface BackupSummary {
  /** The moment that the backup shows. */
  takenAt: string;
  tables: TableSums[];
}

/** Rows are collected into entries of this size, because the archive needs the size of an entry before its content. */
const ENTRY_BYTES = 4 * 1024 * 1024;

/** @throws BackupError, or the error of the database or of `output`. `output` is then destroyed. */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const sql = connect(options.databaseUrl, { max: 1, applicationName: 'subtext backup' });
  try {
    const summary = await unlessAborted(options.signal, () => saveDatabase(sql, options));
    await sql.end();
    return summary;
  } catch (error) {
    options.output.destroy();
    // Ends at once, because a COPY that is no longer read would block an orderly end.
    await sql.end({ timeout: 0 });
    options.signal?.throwIfAborted();
    throw error;
  }
}

async function saveDatabase(sql: Sql, options: BackupOptions): Promise<BackupSummary> {
  const connection = await sql.reserve();
  const manifest = await openSnapshot(connection, options.version);
  const archive = createArchiveWriter(options.output, options.signal);
  await archive.add(MANIFEST_ENTRY, json(manifest));
  const tables = await copyTables(connection, { manifest, archive, onProgress: options.onProgress });
  await archive.add(SUMS_ENTRY, json({ tables }));
  await archive.finish();
  await connection`COMMIT`;
  connection.release();
  return { takenAt: manifest.takenAt, tables };
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

interface Copy {
  manifest: Manifest;
  archive: ArchiveWriter;
  onProgress: BackupOptions['onProgress'];
}

async function copyTables(connection: Connection, { manifest, archive, onProgress }: Copy): Promise<TableSums[]> {
  const total = manifest.tables.reduce((sum, table) => sum + table.estimatedBytes, 0);
  const before = { bytes: 0, estimated: 0 };
  let current = 0;
  const sums = new RowSums((progress) => {
    const done = before.estimated + Math.min(progress.bytes - before.bytes, current);
    onProgress?.({ ...progress, fraction: total === 0 ? undefined : done / total });
  });
  for (const table of manifest.tables) {
    current = table.estimatedBytes;
    let piece = 0;
    for await (const content of sums.through(table.name, entries(await copyOut(connection, table))))
      await archive.add(`data/${table.name}/${String((piece += 1)).padStart(6, '0')}.copy`, content);
    before.bytes += sums.of(table.name).bytes;
    before.estimated += table.estimatedBytes;
  }
  return sums.all();
}

function copyOut(connection: Connection, table: BackupTable): Promise<AsyncIterable<Buffer>> {
  const columns = table.columns.map((column) => `"${column}"`).join(', ');
  return connection.unsafe(`COPY "${table.name}" (${columns}) TO STDOUT`).readable();
}

async function* entries(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [waiting, size]: [Buffer[], number] = [[], 0];
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < ENTRY_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}
