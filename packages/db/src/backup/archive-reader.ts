/**
 * Reads the entries of a backup in order, with bounded memory. For a damaged backup it throws one sentence that says
 * what is wrong.
 */
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadableWritablePair } from 'node:stream/web';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { BackupError } from './backup-error.ts';
import { type Manifest, MANIFEST_ENTRY, parseManifest, parseSums, SUMS_ENTRY, type TableSums } from './manifest.ts';

export interface ArchiveReader {
  manifest: Manifest;
  /** Yields the rows of `table`, which must be the next table; nothing when the backup has no rows for it. */
  rowsOf(table: string): AsyncGenerator<Buffer>;
  /** Returns the expected row sums. Call it after the last table. Reads to the end of the file. */
  sums(): Promise<TableSums[]>;
}

/** A list of tables or sums has some hundred bytes per table. */
const LARGEST_LIST_BYTES = 32 * 1024 * 1024;

/** @throws BackupError when `input` does not begin with a backup that this version can read. */
export async function openArchive(input: Readable): Promise<ArchiveReader> {
  const entries = new Entries(input);
  const first = await entries.next();
  if (first?.header.name !== MANIFEST_ENTRY) throw new BackupError('The file is no backup of Subtext.');
  const manifest = parseManifest(await entries.text(first));
  return {
    manifest,
    async *rowsOf(table) {
      for (let entry = await entries.next(); entry !== undefined; entry = await entries.next()) {
        if (!entry.header.name.startsWith(`data/${table}/`)) return entries.putBack(entry);
        yield* entries.content(entry);
      }
    },
    async sums() {
      const last = await entries.next();
      if (last?.header.name !== SUMS_ENTRY) throw new BackupError(last === undefined ? INCOMPLETE : unexpected(last));
      const sums = parseSums(await entries.text(last));
      const further = await entries.next();
      if (further !== undefined) throw new BackupError(unexpected(further));
      return sums;
    },
  };
}

const INCOMPLETE = 'The backup is incomplete: its end is missing. It was cut off while it was written or copied.';
const unexpected = (entry: ParsedTarEntry) =>
  `The backup is damaged: it has ${JSON.stringify(entry.header.name)} where something else has to be.`;

class Entries {
  readonly #iterator: AsyncIterator<ParsedTarEntry>;
  readonly #decompressed: Promise<void>;
  #pending: ParsedTarEntry | undefined;

  constructor(input: Readable) {
    const plain = createZstdDecompress();
    // The reader of `plain` receives these errors, too.
    pipeline(input, plain).catch(() => {});
    this.#decompressed = finished(plain);
    this.#decompressed.catch(() => {});
    // In programs that include the DOM types, the streams of modern-tar have those types, which differ from Node's.
    const decoder = createTarDecoder({ strict: true }) as unknown as ReadableWritablePair<ParsedTarEntry, Uint8Array>;
    this.#iterator = Readable.toWeb(plain).pipeThrough(decoder)[Symbol.asyncIterator]();
  }

  async next(): Promise<ParsedTarEntry | undefined> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) return pending;
    const { done, value } = await readable(() => this.#iterator.next());
    if (!done) return value;
    // The archive may end before the compressed stream around it, whose last bytes are its checksum.
    await readable(() => this.#decompressed);
    return undefined;
  }

  putBack(entry: ParsedTarEntry): void {
    this.#pending = entry;
  }

  async *content(entry: ParsedTarEntry): AsyncGenerator<Buffer> {
    const reader = entry.body.getReader();
    for (;;) {
      const { done, value } = await readable(() => reader.read());
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }

  async text(entry: ParsedTarEntry): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.content(entry)) {
      size += chunk.length;
      if (size > LARGEST_LIST_BYTES) throw new BackupError(`The backup is damaged: ${entry.header.name} is too large.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** Turns what the libraries throw for invalid bytes into a sentence. An error of the file itself stays unchanged. */
async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new BackupError(INCOMPLETE, { cause: error });
    if (code === 'ZSTD_error_prefix_unknown')
      throw new BackupError('The file is no backup of Subtext.', { cause: error });
    if (code.startsWith('ZSTD_') || !('syscall' in (error as object)))
      throw new BackupError(`The backup is damaged (${message}). Take another one.`, { cause: error });
    throw error;
  }
}
