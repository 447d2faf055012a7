/** Reads the rows of an export in a directory again. Each file is checked against the manifest before it is read. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer } from 'hyparquet';
import { ExportProblem, type Manifest, type ManifestFile } from './manifest.ts';

export type ReadRow = Readonly<Record<string, unknown>>;

/** The rows of a table, or only some of its columns. @throws ExportProblem for a file that is not as it was written. */
export async function* exportedRows(
  root: string,
  manifest: Manifest,
  { table, columns }: { table: string; columns: readonly string[] },
): AsyncGenerator<ReadRow, void, undefined> {
  const files = manifest.files.filter((file) => file.table === table);
  for (const file of files) {
    const path = join(root, file.path);
    await check(path, file);
    yield* manifest.files_are === 'jsonl' ? jsonRows(path) : parquetRows(path, columns);
  }
}

async function check(path: string, { path: name, sha256, bytes }: ManifestFile): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(piece);
      size += piece.length;
    }
  } catch (cause) {
    throw new ExportProblem(`${name} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`);
  }
  if (size !== bytes || hash.digest('hex') !== sha256)
    throw new ExportProblem(`${name} is not as it was exported: its size or its checksum differs from the manifest.`);
}

async function* jsonRows(path: string): AsyncGenerator<ReadRow> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    if (line !== '') yield JSON.parse(line) as ReadRow;
}

/** A row group at a time. */
async function* parquetRows(path: string, columns: readonly string[]): AsyncGenerator<ReadRow> {
  const handle = await open(path);
  try {
    const file: AsyncBuffer = {
      byteLength: (await handle.stat()).size,
      slice: async (from, to) => {
        const length = (to ?? file.byteLength) - from;
        const { buffer } = await handle.read({ buffer: new Uint8Array(length), position: from });
        return buffer.buffer;
      },
    };
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const { num_rows: rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(rows);
      yield* await parquetReadObjects({ file, metadata, columns: [...columns], rowStart, rowEnd });
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
}
