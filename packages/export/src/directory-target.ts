/** Files below a directory. A file that is written again replaces the one before. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lockDirectory } from './directory-lock.ts';
import type { ExportTarget, FileSink } from './target.ts';

export function directoryTarget(root: string): ExportTarget {
  return {
    open: (path) => openFile(join(root, path)),
    readText: (path) =>
      readFile(join(root, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    writeText: async (path, text) => {
      const sink = await openFile(join(root, path));
      await sink.write(Buffer.from(text));
      await sink.close();
    },
    lock: () => lockDirectory(root),
    remove: (path) => rm(join(root, path), { force: true }),
  };
}

/** Under another name until it is whole, so that a killed export leaves no half file. */
async function openFile(path: string): Promise<FileSink> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  const file = await open(partial, 'w', 0o600);
  return {
    write: async (bytes) => void (await file.writeFile(bytes)),
    close: async () => {
      // The manifest names the file from now on, and must not outlive its content.
      await file.sync();
      await file.close();
      await rename(partial, path);
    },
    abandon: async () => {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}
