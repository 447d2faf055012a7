/** Writes the entries of a backup, one after the other, with the memory of one entry. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

export interface ArchiveWriter {
  /** Resolves when the output has taken the entry, or all but what its buffers hold. */
  add(name: string, content: Buffer): Promise<void>;
  /** Resolves when everything is written and `output` has ended. */
  finish(): Promise<void>;
}

/** Every byte of the archive is covered by the checksum of the zstd stream. Rejects with the error of `output`, if it has one. */
export function createArchiveWriter(output: Writable, signal?: AbortSignal): ArchiveWriter {
  const { readable, controller } = createTarPacker();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // The streams of modern-tar have the types of the DOM in programs that know it, which differ from Node's.
  const entries = readable as unknown as ReadableStream<Uint8Array>;
  const written = pipeline(Readable.fromWeb(entries), compress, output, { signal });
  // An entry without a reader waits forever: the failure of the output ends it.
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  return {
    async add(name, content) {
      const add = async () => {
        const writer = controller.add({ name, size: content.length, mode: 0o600 }).getWriter();
        await writer.write(content);
        await writer.close();
      };
      await Promise.race([add(), failed]);
    },
    async finish() {
      controller.finalize();
      await written;
    },
  };
}
