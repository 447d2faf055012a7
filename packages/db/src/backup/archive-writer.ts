/** Writes the entries of a backup one after the other. Holds only one entry in memory. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

export interface ArchiveWriter {
  /** Resolves when the output has accepted the entry, except for what its buffers hold. */
  add(name: string, content: Buffer): Promise<void>;
  /** Resolves when everything is written and `output` has ended. */
  finish(): Promise<void>;
}

/**
 * The checksum of the zstd stream covers every byte of the archive. Rejects with the error of `output` when it fails.
 */
export function createArchiveWriter(output: Writable, signal?: AbortSignal): ArchiveWriter {
  const { readable, controller } = createTarPacker();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // In programs that include the DOM types, the streams of modern-tar have those types, which differ from Node's.
  const entries = readable as unknown as ReadableStream<Uint8Array>;
  const written = pipeline(Readable.fromWeb(entries), compress, output, { signal });
  // An entry that is never read waits forever, so a failure of the output ends the wait.
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
