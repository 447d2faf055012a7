/** Saves a database: one moment of it, copied table by table into one compressed file, while others go on writing. */
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { connect } from '../connect.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { type BackupTable, type Manifest, MANIFEST_ENTRY, SUMS_ENTRY, type TableSums } from './manifest.ts';
import { type Connection, openSnapshot } from './snapshot.ts';

export interface TransferProgress {
  /** The table that is being copied. */
  table: string;
  /** Rows, and bytes of their text, of all tables so far. */
  rows: number;
  bytes: number;
  /** Of the work, 0 to 1, by estimate; undefined while it cannot be estimated. */
  fraction: number | undefined;
}

export interface BackupOptions {
  databaseUrl: string;
  /** Receives the archive, and is ended. */
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

/** Rows are gathered to entries of this size: the archive needs the size of an entry before its content. */
const ENTRY_BYTES = 4 * 1024 * 1024;

/** @throws BackupError, or the error of the database or of `output`; `output` is destroyed then. */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const sql = connect(options.databaseUrl, { max: 1, applicationName: 'subtext backup' });
  const stop = () => void sql.end({ timeout: 0 });
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    const connection = await sql.reserve();
    const manifest = await openSnapshot(connection, options.version);
    const archive = createArchiveWriter(options.output, options.signal);
    await archive.add(MANIFEST_ENTRY, json(manifest));
    const tables = await copyTables(connection, { manifest, archive, onProgress: options.onProgress });
    await archive.add(SUMS_ENTRY, json({ tables }));
    await archive.finish();
    await connection`COMMIT`;
    connection.release();
    await sql.end();
    return { takenAt: manifest.takenAt, tables };
  } catch (error) {
    options.output.destroy();
    // At once: a copy that nobody reads any more would keep an orderly end waiting.
    await sql.end({ timeout: 0 });
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', stop);
  }
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

interface Copy {
  manifest: Manifest;
  archive: ArchiveWriter;
  onProgress: BackupOptions['onProgress'];
}

async function copyTables(connection: Connection, { manifest, archive, onProgress }: Copy): Promise<TableSums[]> {
  const sums: TableSums[] = [];
  const total = manifest.tables.reduce((sum, table) => sum + table.estimatedBytes, 0);
  const before = { rows: 0, bytes: 0, estimated: 0 };
  for (const table of manifest.tables) {
    const copied = await copyTable(connection, table, {
      add: (piece, content) => archive.add(`data/${table.name}/${String(piece).padStart(6, '0')}.copy`, content),
      onCopied: (rows, bytes) =>
        onProgress?.({
          table: table.name,
          rows: before.rows + rows,
          bytes: before.bytes + bytes,
          fraction: total === 0 ? undefined : (before.estimated + Math.min(bytes, table.estimatedBytes)) / total,
        }),
    });
    before.rows += copied.rows;
    before.bytes += copied.bytes;
    before.estimated += table.estimatedBytes;
    sums.push(copied);
  }
  return sums;
}

interface TableCopy {
  add(piece: number, content: Buffer): Promise<void>;
  onCopied(rows: number, bytes: number): void;
}

async function copyTable(connection: Connection, table: BackupTable, { add, onCopied }: TableCopy): Promise<TableSums> {
  const hash = createHash('sha256');
  let [rows, bytes, piece] = [0, 0, 0];
  for await (const content of entries(await copyOut(connection, table))) {
    hash.update(content);
    rows += countRows(content);
    bytes += content.length;
    await add((piece += 1), content);
    onCopied(rows, bytes);
  }
  return { name: table.name, rows, bytes, sha256: hash.digest('hex') };
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

const NEWLINE = 0x0a;

/** In the text format of COPY each row ends with a newline, and no value has one that is not escaped. */
export function countRows(content: Buffer): number {
  let rows = 0;
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}
